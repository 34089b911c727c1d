-- Other sessions that hold locks on the audit's tables: who does nothing first, then the oldest.
select
  a.pid::bigint as pid,
  coalesce(a.usename, '')::text as role,
  coalesce(a.application_name, '') as program,
  coalesce(a.state, 'unknown') as state
from pg_catalog.pg_stat_activity a
where a.pid <> pg_backend_pid()
  and a.datname = current_database()
  and exists (
    select
    from pg_catalog.pg_locks l
    join pg_catalog.pg_class c on c.oid = l.relation
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where l.pid = a.pid
      and l.granted
      and l.mode <> 'AccessShareLock'
      and n.nspname in ('audit', 'audit_data'))
order by a.state is distinct from 'idle in transaction', a.xact_start
limit 3
