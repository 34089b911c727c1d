-- Throws away what a run ($1) wrote, and makes current again what it replaced.
delete from audit_data.transactions t
using audit_data.receipts r
where r.run_id = $1::bigint and t.receipt_id = r.receipt_id and t.run_id = $1::bigint;
-- statement
delete from audit_data.receipts where run_id = $1::bigint;
-- statement
update audit_data.receipts set superseded_by = null where superseded_by = $1::bigint;
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
delete from audit_data.findings where run_id = $1::bigint;
-- statement
update audit_data.findings set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.duplicate_transactions where run_id = $1::bigint;
-- statement
update audit_data.duplicate_transactions set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.cancellations where run_id = $1::bigint;
-- statement
update audit_data.cancellations set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.subscriptions where run_id = $1::bigint;
-- statement
update audit_data.subscriptions set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.account_links where run_id = $1::bigint;
-- statement
update audit_data.account_links set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.account_clusters where run_id = $1::bigint;
-- statement
update audit_data.account_clusters set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.counted_apps where run_id = $1::bigint;
-- statement
update audit_data.counted_apps set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.comparisons where run_id = $1::bigint;
-- statement
delete from audit_data.daily_summary where run_id = $1::bigint;
-- statement
update audit_data.daily_summary set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.product_summary where run_id = $1::bigint;
-- statement
update audit_data.product_summary set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.run_summary where run_id = $1::bigint;
-- statement
delete from audit_data.rule_summary where run_id = $1::bigint;
-- statement
delete from audit.batches where run_id = $1::bigint;
-- statement
update audit.runs
set status = case when status = 'interrupted' then status else 'failed' end,
  finished_at = coalesce(finished_at, clock_timestamp()),
  discarded_at = clock_timestamp()
where run_id = $1::bigint;
