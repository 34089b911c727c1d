-- Goes on with run $1, at as-of $2 where one is given. What it looks for beyond the batches that it
-- has is what is asked for now: keys from $3 to $4, at most $5 receipts.
update audit.runs
set status = 'running',
  as_of = coalesce($2::timestamptz, as_of),
  from_key = $3::text,
  to_key = $4::text,
  receipt_limit = $5::bigint,
  (source_system, source_lsn) = (select system, lsn from audit_data.wal_position()),
  finished_at = null,
  message = null
where run_id = $1::bigint
returning run_id, as_of
