#pragma once

// The statements of receipt-forge, as they are in sql/forge, and the view over what it fills.
const char *forge_tables(void);
const char *forge_source(void);
const char *forge_accuracy_of_rules(void);
const char *forge_accuracy_of_tables(void);
