#include "forge_files.h"

const char *forge_tables(void) {
  static const char text[] = {
#embed "forge/tables.sql" suffix(, )
    0};
  return text;
}

const char *forge_source(void) {
  static const char text[] = {
#embed "demo/source.sql" suffix(, )
    0};
  return text;
}

const char *forge_accuracy_of_rules(void) {
  static const char text[] = {
#embed "forge/accuracy_of_rules.sql" suffix(, )
    0};
  return text;
}

const char *forge_accuracy_of_tables(void) {
  static const char text[] = {
#embed "forge/accuracy_of_tables.sql" suffix(, )
    0};
  return text;
}
