#include "sql_files.h"

#include <string.h>

// `#embed` puts the files' octets here when this file is compiled, so that the program needs no
// file beside it, and the compiler notes them as dependencies: a changed .sql file is compiled in.
// Each is closed by a NUL octet.
#define SQL_TEXT(name) static const char name[]

SQL_TEXT(migrations_0001_tables) = {
#embed "migrations/0001_tables.sql"
    , 0};

SQL_TEXT(migrations_0002_functions) = {
#embed "migrations/0002_functions.sql"
    , 0};

SQL_TEXT(migrations_0003_views) = {
#embed "migrations/0003_views.sql"
    , 0};

SQL_TEXT(migrations_0004_summaries) = {
#embed "migrations/0004_summaries.sql"
    , 0};

SQL_TEXT(migrations_0005_formats) = {
#embed "migrations/0005_formats.sql"
    , 0};

SQL_TEXT(migrations_0006_workers) = {
#embed "migrations/0006_workers.sql"
    , 0};

SQL_TEXT(migrations_0007_trials) = {
#embed "migrations/0007_trials.sql"
    , 0};

SQL_TEXT(migrations_0008_reading) = {
#embed "migrations/0008_reading.sql"
    , 0};

SQL_TEXT(migrations_0009_correlation) = {
#embed "migrations/0009_correlation.sql"
    , 0};

SQL_TEXT(migrations_0010_lifecycle) = {
#embed "migrations/0010_lifecycle.sql"
    , 0};

SQL_TEXT(migrations_0011_nights) = {
#embed "migrations/0011_nights.sql"
    , 0};

SQL_TEXT(migrations_0012_guard) = {
#embed "migrations/0012_guard.sql"
    , 0};

SQL_TEXT(migrations_0013_block_ranges) = {
#embed "migrations/0013_block_ranges.sql"
    , 0};

SQL_TEXT(migrations_0014_partitions) = {
#embed "migrations/0014_partitions.sql"
    , 0};

SQL_TEXT(migrations_0015_certificates_at_hand) = {
#embed "migrations/0015_certificates_at_hand.sql"
    , 0};

SQL_TEXT(migrations_0016_second_look) = {
#embed "migrations/0016_second_look.sql"
    , 0};

SQL_TEXT(migrations) = {
#embed "migrations.sql"
    , 0};

SQL_TEXT(source) = {
#embed "source.sql"
    , 0};

SQL_TEXT(roles) = {
#embed "roles.sql"
    , 0};

SQL_TEXT(reading) = {
#embed "reading.sql"
    , 0};

SQL_TEXT(catalogue) = {
#embed "catalogue.sql"
    , 0};

SQL_TEXT(rules_reset) = {
#embed "rules/reset.sql"
    , 0};

SQL_TEXT(rules_settings) = {
#embed "rules/settings.sql"
    , 0};

SQL_TEXT(rules_scope) = {
#embed "rules/scope.sql"
    , 0};

SQL_TEXT(rules_reach) = {
#embed "rules/reach.sql"
    , 0};

SQL_TEXT(rules_statements) = {
#embed "rules/statements.sql"
    , 0};

SQL_TEXT(rules_receipt_findings) = {
#embed "rules/receipt_findings.sql"
    , 0};

SQL_TEXT(rules_duplicate_transactions) = {
#embed "rules/duplicate_transactions.sql"
    , 0};

SQL_TEXT(rules_shared_transactions) = {
#embed "rules/shared_transactions.sql"
    , 0};

SQL_TEXT(rules_duplicate_receipts) = {
#embed "rules/duplicate_receipts.sql"
    , 0};

SQL_TEXT(rules_cancellations) = {
#embed "rules/cancellations.sql"
    , 0};

SQL_TEXT(rules_subscriptions) = {
#embed "rules/subscriptions.sql"
    , 0};

SQL_TEXT(rules_signer_drift) = {
#embed "rules/signer_drift.sql"
    , 0};

SQL_TEXT(rules_account_clusters) = {
#embed "rules/account_clusters.sql"
    , 0};

SQL_TEXT(rules_findings) = {
#embed "rules/findings.sql"
    , 0};

SQL_TEXT(summaries_run) = {
#embed "summaries/run.sql"
    , 0};

SQL_TEXT(summaries_daily) = {
#embed "summaries/daily.sql"
    , 0};

SQL_TEXT(summaries_product) = {
#embed "summaries/product.sql"
    , 0};

SQL_TEXT(publish) = {
#embed "publish.sql"
    , 0};

SQL_TEXT(discard) = {
#embed "discard.sql"
    , 0};

SQL_TEXT(benchmark_receipts) = {
#embed "benchmark/receipts.sql"
    , 0};

SQL_TEXT(benchmark_group_by) = {
#embed "benchmark/group_by.sql"
    , 0};

// In the order in which the files of one directory are to be run.
static const struct {
  const char *path;
  const char *text;
} files[] = {
    {"migrations/0001_tables", migrations_0001_tables},
    {"migrations/0002_functions", migrations_0002_functions},
    {"migrations/0003_views", migrations_0003_views},
    {"migrations/0004_summaries", migrations_0004_summaries},
    {"migrations/0005_formats", migrations_0005_formats},
    {"migrations/0006_workers", migrations_0006_workers},
    {"migrations/0007_trials", migrations_0007_trials},
    {"migrations/0008_reading", migrations_0008_reading},
    {"migrations/0009_correlation", migrations_0009_correlation},
    {"migrations/0010_lifecycle", migrations_0010_lifecycle},
    {"migrations/0011_nights", migrations_0011_nights},
    {"migrations/0012_guard", migrations_0012_guard},
    {"migrations/0013_block_ranges", migrations_0013_block_ranges},
    {"migrations/0014_partitions", migrations_0014_partitions},
    {"migrations/0015_certificates_at_hand", migrations_0015_certificates_at_hand},
    {"migrations/0016_second_look", migrations_0016_second_look},
    {"migrations", migrations},
    {"source", source},
    {"roles", roles},
    {"reading", reading},
    {"catalogue", catalogue},
    {"rules/reset", rules_reset},
    {"rules/settings", rules_settings},
    {"rules/scope", rules_scope},
    {"rules/reach", rules_reach},
    {"rules/statements", rules_statements},
    {"rules/receipt_findings", rules_receipt_findings},
    {"rules/duplicate_transactions", rules_duplicate_transactions},
    {"rules/shared_transactions", rules_shared_transactions},
    {"rules/duplicate_receipts", rules_duplicate_receipts},
    {"rules/cancellations", rules_cancellations},
    {"rules/subscriptions", rules_subscriptions},
    {"rules/signer_drift", rules_signer_drift},
    {"rules/account_clusters", rules_account_clusters},
    {"rules/findings", rules_findings},
    {"summaries/daily", summaries_daily},
    {"summaries/product", summaries_product},
    {"summaries/run", summaries_run},
    {"publish", publish},
    {"discard", discard},
    {"benchmark/receipts", benchmark_receipts},
    {"benchmark/group_by", benchmark_group_by},
};

const char *sql_file_text(const char *path) {
  for (unsigned long index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].path, path) == 0) return files[index].text;
  }
  return 0;
}

const char *sql_file_path(long index) {
  if (index < 0 || (unsigned long)index >= sizeof files / sizeof *files) return 0;
  return files[index].path;
}
