#include "report_files.h"

#include <string.h>

// `#embed` puts the files' octets here when this file is compiled, so that the program needs no
// file beside it. Each is closed by a NUL octet.

static const char export_accounts[] = {
#embed "export/accounts.sql"
    , 0};

static const char export_cancellations[] = {
#embed "export/cancellations.sql"
    , 0};

static const char export_duplicates[] = {
#embed "export/duplicates.sql"
    , 0};

static const char export_expired[] = {
#embed "export/expired.sql"
    , 0};

static const char export_findings[] = {
#embed "export/findings.sql"
    , 0};

static const char export_forged[] = {
#embed "export/forged.sql"
    , 0};

static const char report_older_run[] = {
#embed "report/older_run.sql"
    , 0};

static const char report_rules[] = {
#embed "report/rules.sql"
    , 0};

static const char report_runs[] = {
#embed "report/runs.sql"
    , 0};

static const char report_scope[] = {
#embed "report/scope.sql"
    , 0};

static const char report_status[] = {
#embed "report/status.sql"
    , 0};

static const struct {
  const char *path;
  const char *text;
} files[] = {
    {"export/accounts", export_accounts},
    {"export/cancellations", export_cancellations},
    {"export/duplicates", export_duplicates},
    {"export/expired", export_expired},
    {"export/findings", export_findings},
    {"export/forged", export_forged},
    {"report/older_run", report_older_run},
    {"report/rules", report_rules},
    {"report/runs", report_runs},
    {"report/scope", report_scope},
    {"report/status", report_status},
};

const char *report_file_text(const char *path) {
  for (unsigned long index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].path, path) == 0) return files[index].text;
  }
  return 0;
}
