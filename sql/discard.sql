-- Throws away what a run ($1) wrote beside comparisons, and makes current again what it replaced.
delete from audit_data.transactions where run_id = $1::bigint;
-- statement
update audit_data.transactions set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.renewals where run_id = $1::bigint;
-- statement
update audit_data.renewals set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.notifications where run_id = $1::bigint;
-- statement
update audit_data.notifications set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.certificates where run_id = $1::bigint;
-- statement
delete from audit_data.receipt_findings where run_id = $1::bigint;
-- statement
update audit_data.receipt_findings set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.receipts where run_id = $1::bigint;
-- statement
update audit_data.receipts set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit.batches where run_id = $1::bigint;
-- statement
update audit.runs
set status = case when status = 'interrupted' then status else 'failed' end,
  finished_at = coalesce(finished_at, clock_timestamp()),
  discarded_at = clock_timestamp()
where run_id = $1::bigint;
