#include "forge_files.h"

const char *forge_tables(void) {
  static const char text[] = {
#embed "forge/tables.sql" suffix(, )
    0};
  return text;
}
