#pragma once
#include <libpq-fe.h>

// PG_DIAG_* are character literals, which Swift does not import.
static const int receipt_diag_sqlstate = PG_DIAG_SQLSTATE;
static const int receipt_diag_message = PG_DIAG_MESSAGE_PRIMARY;
static const int receipt_diag_detail = PG_DIAG_MESSAGE_DETAIL;
static const int receipt_diag_hint = PG_DIAG_MESSAGE_HINT;
static const int receipt_diag_column = PG_DIAG_COLUMN_NAME;
static const int receipt_diag_constraint = PG_DIAG_CONSTRAINT_NAME;
