#include "sql_files.h"
