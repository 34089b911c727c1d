#include "job_files.h"

const char *job_session(void) {
  static const char text[] = {
#embed "job/session.sql" suffix(, )
    0};
  return text;
}

const char *job_source_columns(void) {
  static const char text[] = {
#embed "job/source_columns.sql" suffix(, )
    0};
  return text;
}

const char *job_source_relations(void) {
  static const char text[] = {
#embed "job/source_relations.sql" suffix(, )
    0};
  return text;
}

const char *job_source_readable(void) {
  static const char text[] = {
#embed "job/source_readable.sql" suffix(, )
    0};
  return text;
}

const char *job_apps(void) {
  static const char text[] = {
#embed "job/apps.sql" suffix(, )
    0};
  return text;
}

const char *job_try_lock(void) {
  static const char text[] = {
#embed "job/try_lock.sql" suffix(, )
    0};
  return text;
}

const char *job_policy(void) {
  static const char text[] = {
#embed "job/policy.sql" suffix(, )
    0};
  return text;
}

const char *job_known_policy(void) {
  static const char text[] = {
#embed "job/known_policy.sql" suffix(, )
    0};
  return text;
}

const char *job_open_run(void) {
  static const char text[] = {
#embed "job/open_run.sql" suffix(, )
    0};
  return text;
}

const char *job_start_run(void) {
  static const char text[] = {
#embed "job/start_run.sql" suffix(, )
    0};
  return text;
}

const char *job_resume_run(void) {
  static const char text[] = {
#embed "job/resume_run.sql" suffix(, )
    0};
  return text;
}

const char *job_end_run(void) {
  static const char text[] = {
#embed "job/end_run.sql" suffix(, )
    0};
  return text;
}

const char *job_find_pending(void) {
  static const char text[] = {
#embed "job/find_pending.sql" suffix(, )
    0};
  return text;
}

const char *job_plan_batches(void) {
  static const char text[] = {
#embed "job/plan_batches.sql" suffix(, )
    0};
  return text;
}

const char *job_count_pending(void) {
  static const char text[] = {
#embed "job/count_pending.sql" suffix(, )
    0};
  return text;
}

const char *job_progress(void) {
  static const char text[] = {
#embed "job/progress.sql" suffix(, )
    0};
  return text;
}

const char *job_claim_batch(void) {
  static const char text[] = {
#embed "job/claim_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_fence_batch(void) {
  static const char text[] = {
#embed "job/fence_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_finish_batch(void) {
  static const char text[] = {
#embed "job/finish_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_free_batches(void) {
  static const char text[] = {
#embed "job/free_batches.sql" suffix(, )
    0};
  return text;
}

const char *job_read_batch(void) {
  static const char text[] = {
#embed "job/read_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_supersede_receipts(void) {
  static const char text[] = {
#embed "job/supersede_receipts.sql" suffix(, )
    0};
  return text;
}

const char *job_supersede_transactions(void) {
  static const char text[] = {
#embed "job/supersede_transactions.sql" suffix(, )
    0};
  return text;
}

const char *job_supersede_receipt_findings(void) {
  static const char text[] = {
#embed "job/supersede_receipt_findings.sql" suffix(, )
    0};
  return text;
}

const char *job_report_verdicts(void) {
  static const char text[] = {
#embed "job/report_verdicts.sql" suffix(, )
    0};
  return text;
}

const char *job_report_findings(void) {
  static const char text[] = {
#embed "job/report_findings.sql" suffix(, )
    0};
  return text;
}

const char *job_session_facts(void) {
  static const char text[] = {
#embed "job/session_facts.sql" suffix(, )
    0};
  return text;
}

const char *job_missing_privileges(void) {
  static const char text[] = {
#embed "job/missing_privileges.sql" suffix(, )
    0};
  return text;
}

const char *job_probe_source(void) {
  static const char text[] = {
#embed "job/probe_source.sql" suffix(, )
    0};
  return text;
}

const char *job_count_receipts(void) {
  static const char text[] = {
#embed "job/count_receipts.sql" suffix(, )
    0};
  return text;
}

const char *job_supersede_documents(void) {
  static const char text[] = {
#embed "job/supersede_documents.sql" suffix(, )
    0};
  return text;
}

const char *job_withdraw_receipts(void) {
  static const char text[] = {
#embed "job/withdraw_receipts.sql" suffix(, )
    0};
  return text;
}

const char *job_replica_lag(void) {
  static const char text[] = {
#embed "job/replica_lag.sql" suffix(, )
    0};
  return text;
}

const char *job_source_position(void) {
  static const char text[] = {
#embed "job/source_position.sql" suffix(, )
    0};
  return text;
}

const char *job_prospect(void) {
  static const char text[] = {
#embed "job/prospect.sql" suffix(, )
    0};
  return text;
}

const char *job_plan_second_look(void) {
  static const char text[] = {
#embed "job/plan_second_look.sql" suffix(, )
    0};
  return text;
}

const char *job_known_certificates(void) {
  static const char text[] = {
#embed "job/known_certificates.sql" suffix(, )
    0};
  return text;
}

const char *job_carried_issuers(void) {
  static const char text[] = {
#embed "job/carried_issuers.sql" suffix(, )
    0};
  return text;
}

const char *job_settle_certificates(void) {
  static const char text[] = {
#embed "job/settle_certificates.sql" suffix(, )
    0};
  return text;
}

const char *job_dispose(void) {
  static const char text[] = {
#embed "job/dispose.sql" suffix(, )
    0};
  return text;
}

const char *job_count_unfinished(void) {
  static const char text[] = {
#embed "job/count_unfinished.sql" suffix(, )
    0};
  return text;
}

const char *job_evict_batch(void) {
  static const char text[] = {
#embed "job/evict_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_lock_batch(void) {
  static const char text[] = {
#embed "job/lock_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_renew_leases(void) {
  static const char text[] = {
#embed "job/renew_leases.sql" suffix(, )
    0};
  return text;
}

const char *job_release_batch(void) {
  static const char text[] = {
#embed "job/release_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_release_owner(void) {
  static const char text[] = {
#embed "job/release_owner.sql" suffix(, )
    0};
  return text;
}

const char *job_split_batch(void) {
  static const char text[] = {
#embed "job/split_batch.sql" suffix(, )
    0};
  return text;
}

const char *job_record_terms(void) {
  static const char text[] = {
#embed "job/record_terms.sql" suffix(, )
    0};
  return text;
}

const char *job_run_terms(void) {
  static const char text[] = {
#embed "job/run_terms.sql" suffix(, )
    0};
  return text;
}

const char *job_quarantine(void) {
  static const char text[] = {
#embed "job/quarantine.sql" suffix(, )
    0};
  return text;
}

const char *job_quarantine_retry(void) {
  static const char text[] = {
#embed "job/quarantine_retry.sql" suffix(, )
    0};
  return text;
}

const char *job_set_aside(void) {
  static const char text[] = {
#embed "job/set_aside.sql" suffix(, )
    0};
  return text;
}

const char *job_begin_trial(void) {
  static const char text[] = {
#embed "job/begin_trial.sql" suffix(, )
    0};
  return text;
}

const char *job_end_trial(void) {
  static const char text[] = {
#embed "job/end_trial.sql" suffix(, )
    0};
  return text;
}

const char *job_guard_shares(void) {
  static const char text[] = {
#embed "job/guard_shares.sql" suffix(, )
    0};
  return text;
}

const char *job_guard_signers(void) {
  static const char text[] = {
#embed "job/guard_signers.sql" suffix(, )
    0};
  return text;
}

const char *job_record_guard(void) {
  static const char text[] = {
#embed "job/record_guard.sql" suffix(, )
    0};
  return text;
}

const char *job_hold_run(void) {
  static const char text[] = {
#embed "job/hold_run.sql" suffix(, )
    0};
  return text;
}

const char *job_run_state(void) {
  static const char text[] = {
#embed "job/run_state.sql" suffix(, )
    0};
  return text;
}

const char *job_blockers(void) {
  static const char text[] = {
#embed "job/blockers.sql" suffix(, )
    0};
  return text;
}

const char *job_run_session(void) {
  static const char text[] = {
#embed "job/run_session.sql" suffix(, )
    0};
  return text;
}

const char *job_end_ghost(void) {
  static const char text[] = {
#embed "job/end_ghost.sql" suffix(, )
    0};
  return text;
}

const char *job_last_policy(void) {
  static const char text[] = {
#embed "job/last_policy.sql" suffix(, )
    0};
  return text;
}

const char *job_narrower_policies(void) {
  static const char text[] = {
#embed "job/narrower_policies.sql" suffix(, )
    0};
  return text;
}

const char *job_past_rate(void) {
  static const char text[] = {
#embed "job/past_rate.sql" suffix(, )
    0};
  return text;
}

const char *job_pending(void) {
  static const char text[] = {
#embed "job/pending.sql" suffix(, )
    0};
  return text;
}

const char *job_record_reason(void) {
  static const char text[] = {
#embed "job/record_reason.sql" suffix(, )
    0};
  return text;
}

const char *job_report_plan(void) {
  static const char text[] = {
#embed "job/report_plan.sql" suffix(, )
    0};
  return text;
}

const char *job_report_run(void) {
  static const char text[] = {
#embed "job/report_run.sql" suffix(, )
    0};
  return text;
}

const char *job_role_powers(void) {
  static const char text[] = {
#embed "job/role_powers.sql" suffix(, )
    0};
  return text;
}
