#pragma once

// The statements of receipt-forge, as they are in sql/forge.
const char *forge_tables(void);
