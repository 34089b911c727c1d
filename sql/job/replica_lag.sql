-- Octets of write-ahead log that this server must replay before it shows what was there at position
-- $1; null where it is no replica.
select case when pg_is_in_recovery()
  then greatest(pg_wal_lsn_diff($1::text::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint
end as behind
