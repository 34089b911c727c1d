#pragma once
#include <libpq-fe.h>

// PG_DIAG_* are char literals, which Swift does not import.
static const int receipt_diag_sqlstate = PG_DIAG_SQLSTATE;
