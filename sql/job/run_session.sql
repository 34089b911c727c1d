-- What tells this session from every other, also from a later one with its process number.
select pg_backend_pid()::bigint as pid, backend_start
from pg_catalog.pg_stat_activity
where pid = pg_backend_pid()
