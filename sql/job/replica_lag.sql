-- Octets of write-ahead log that this server must replay before it shows what was there at position
-- $2 of system $1; null where it is no replica of that.
select case when pg_is_in_recovery() and s.system_identifier = $1::bigint
  then greatest(pg_wal_lsn_diff($2::text::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint
end as behind
from pg_control_system() s
