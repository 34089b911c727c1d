-- Ends the session with process number $1 that began at $2, where it is still there: one of ours,
-- whose connection is lost without the server having noticed.
select pg_terminate_backend(pid) as is_ended
from pg_catalog.pg_stat_activity
where pid = $1::bigint and backend_start = $2::timestamptz
