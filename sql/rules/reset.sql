-- Takes back what an earlier comparison in this run ($1) wrote, so that comparing twice is the same
-- as comparing once, and a discarded run leaves nothing.
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
delete from audit_data.comparisons where run_id = $1::bigint;
