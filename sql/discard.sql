-- Throws away what a run ($1) wrote beside comparisons, and makes current again what it replaced.
--
-- Workers on other hosts may still be at its batches. Their sessions are ended where this role may;
-- the others are waited for, so that what they commit is seen below. Who begins later waits in turn,
-- and finds its batch gone.
select pg_terminate_backend(l.pid) as is_ended
from pg_catalog.pg_locks l
join pg_catalog.pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory'
  and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
  and l.classid = (hashtext('receipt-audit work ' || $1::bigint)::bigint & 4294967295)::oid
  and l.objid = 0
  and l.objsubid = 2
  and l.granted
  and l.pid <> pg_backend_pid()
  and pg_has_role(a.usesysid, 'usage');
-- statement
select pg_advisory_xact_lock(hashtext('receipt-audit work ' || $1::bigint), 0);
-- statement
-- Nobody cuts a batch any more: parts that commit later would not be seen.
select pg_advisory_xact_lock(hashtext('receipt-audit batches ' || $1::bigint), 0);
-- statement
delete from audit.batches where run_id = $1::bigint;
-- statement
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
update audit.runs
set status = case when status = 'interrupted' then status else 'failed' end,
  finished_at = coalesce(finished_at, clock_timestamp()),
  discarded_at = clock_timestamp()
where run_id = $1::bigint;
