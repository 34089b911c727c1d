#pragma once

// The statements of the nightly job, as they are in sql/job.
const char *job_session(void);
const char *job_source_columns(void);
const char *job_source_readable(void);
const char *job_apps(void);
const char *job_try_lock(void);
const char *job_policy(void);
const char *job_known_policy(void);
const char *job_open_run(void);
const char *job_start_run(void);
const char *job_resume_run(void);
const char *job_end_run(void);
const char *job_supersedes(void);
const char *job_plan_batches(void);
const char *job_count_pending(void);
const char *job_progress(void);
const char *job_claim_batch(void);
const char *job_fence_batch(void);
const char *job_finish_batch(void);
const char *job_free_batches(void);
const char *job_read_batch(void);
const char *job_supersede_receipts(void);
const char *job_supersede_transactions(void);
const char *job_supersede_receipt_findings(void);
const char *job_report_verdicts(void);
const char *job_report_findings(void);
const char *job_session_facts(void);
const char *job_missing_privileges(void);
const char *job_probe_source(void);
const char *job_count_receipts(void);
