-- Ends the session that is still at work at batch $2 of run $1 under an older lease, where this role
-- may: its process stands still, or its host is gone, and its open transaction would keep ours waiting.
select pg_terminate_backend(pid) as is_ended
from pg_catalog.pg_locks
where locktype = 'advisory'
  and database = (select oid from pg_catalog.pg_database where datname = current_database())
  and classid = (hashtext('receipt-audit batches ' || $1::bigint)::bigint & 4294967295)::oid
  and objid = $2::bigint::oid
  and objsubid = 2
  and granted
  and pid <> pg_backend_pid()
