-- Whether a worker may expect more of run $1: it is under way, and somebody holds the run lock, without
-- whom nobody would plan anything any more. And whether there is anything to do now.
select
  r.status = 'running' as is_under_way,
  exists (
    select from pg_catalog.pg_locks l
    where l.locktype = 'advisory'
      and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
      and l.classid = (hashtext('receipt-audit')::bigint & 4294967295)::oid
      and l.objid = (hashtext('run')::bigint & 4294967295)::oid
      and l.objsubid = 2
      and l.granted) as is_led,
  exists (
    select from audit.batches b
    where b.run_id = r.run_id and b.status <> 'done') as is_any_left
from audit.runs r
where r.run_id = $1::bigint
