-- Goes on with run $1, at as-of $2 where one is given.
update audit.runs
set status = 'running',
  as_of = coalesce($2::timestamptz, as_of),
  finished_at = null,
  message = null
where run_id = $1::bigint
returning run_id, as_of
