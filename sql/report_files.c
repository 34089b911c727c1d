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

static const char report_backlog[] = {
#embed "report/backlog.sql"
    , 0};

static const char report_cancellations_by_month[] = {
#embed "report/cancellations_by_month.sql"
    , 0};

static const char report_case_claims[] = {
#embed "report/case_claims.sql"
    , 0};

static const char report_case_dispositions[] = {
#embed "report/case_dispositions.sql"
    , 0};

static const char report_case_findings[] = {
#embed "report/case_findings.sql"
    , 0};

static const char report_case_purchases[] = {
#embed "report/case_purchases.sql"
    , 0};

static const char report_case_receipts[] = {
#embed "report/case_receipts.sql"
    , 0};

static const char report_case_shared[] = {
#embed "report/case_shared.sql"
    , 0};

static const char report_changes[] = {
#embed "report/changes.sql"
    , 0};

static const char report_clusters[] = {
#embed "report/clusters.sql"
    , 0};

static const char report_duplicate_classes[] = {
#embed "report/duplicate_classes.sql"
    , 0};

static const char report_environments[] = {
#embed "report/environments.sql"
    , 0};

static const char report_expiries_by_month[] = {
#embed "report/expiries_by_month.sql"
    , 0};

static const char report_flips[] = {
#embed "report/flips.sql"
    , 0};

static const char report_guard[] = {
#embed "report/guard.sql"
    , 0};

static const char report_intermediates[] = {
#embed "report/intermediates.sql"
    , 0};

static const char report_judged_findings[] = {
#embed "report/judged_findings.sql"
    , 0};

static const char report_judgements[] = {
#embed "report/judgements.sql"
    , 0};

static const char report_metrics_state[] = {
#embed "report/metrics_state.sql"
    , 0};

static const char report_money[] = {
#embed "report/money.sql"
    , 0};

static const char report_older_run[] = {
#embed "report/older_run.sql"
    , 0};

static const char report_product_months[] = {
#embed "report/product_months.sql"
    , 0};

static const char report_product_year[] = {
#embed "report/product_year.sql"
    , 0};

static const char report_products[] = {
#embed "report/products.sql"
    , 0};

static const char report_quarantine[] = {
#embed "report/quarantine.sql"
    , 0};

static const char report_rule_counts[] = {
#embed "report/rule_counts.sql"
    , 0};

static const char report_rules[] = {
#embed "report/rules.sql"
    , 0};

static const char report_run_facts[] = {
#embed "report/run_facts.sql"
    , 0};

static const char report_run_history[] = {
#embed "report/run_history.sql"
    , 0};

static const char report_run_octets[] = {
#embed "report/run_octets.sql"
    , 0};

static const char report_runs[] = {
#embed "report/runs.sql"
    , 0};

static const char report_scope[] = {
#embed "report/scope.sql"
    , 0};

static const char report_signers[] = {
#embed "report/signers.sql"
    , 0};

static const char report_since_last_run[] = {
#embed "report/since_last_run.sql"
    , 0};

static const char report_status[] = {
#embed "report/status.sql"
    , 0};

static const char report_stored_receipt[] = {
#embed "report/stored_receipt.sql"
    , 0};

static const char report_top_accounts[] = {
#embed "report/top_accounts.sql"
    , 0};

static const char report_verdicts_by_month[] = {
#embed "report/verdicts_by_month.sql"
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
    {"report/backlog", report_backlog},
    {"report/cancellations_by_month", report_cancellations_by_month},
    {"report/case_claims", report_case_claims},
    {"report/case_dispositions", report_case_dispositions},
    {"report/case_findings", report_case_findings},
    {"report/case_purchases", report_case_purchases},
    {"report/case_receipts", report_case_receipts},
    {"report/case_shared", report_case_shared},
    {"report/changes", report_changes},
    {"report/clusters", report_clusters},
    {"report/duplicate_classes", report_duplicate_classes},
    {"report/environments", report_environments},
    {"report/expiries_by_month", report_expiries_by_month},
    {"report/flips", report_flips},
    {"report/guard", report_guard},
    {"report/intermediates", report_intermediates},
    {"report/judged_findings", report_judged_findings},
    {"report/judgements", report_judgements},
    {"report/metrics_state", report_metrics_state},
    {"report/money", report_money},
    {"report/older_run", report_older_run},
    {"report/product_months", report_product_months},
    {"report/product_year", report_product_year},
    {"report/products", report_products},
    {"report/quarantine", report_quarantine},
    {"report/rule_counts", report_rule_counts},
    {"report/rules", report_rules},
    {"report/run_facts", report_run_facts},
    {"report/run_history", report_run_history},
    {"report/run_octets", report_run_octets},
    {"report/runs", report_runs},
    {"report/scope", report_scope},
    {"report/signers", report_signers},
    {"report/since_last_run", report_since_last_run},
    {"report/status", report_status},
    {"report/stored_receipt", report_stored_receipt},
    {"report/top_accounts", report_top_accounts},
    {"report/verdicts_by_month", report_verdicts_by_month},
};

const char *report_file_text(const char *path) {
  for (unsigned long index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].path, path) == 0) return files[index].text;
  }
  return 0;
}
