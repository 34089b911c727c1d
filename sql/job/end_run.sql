-- Run $1 ends unpublished, with status $2 because of $3.
update audit.runs
set status = $2::text, message = $3::text, finished_at = clock_timestamp()
where run_id = $1::bigint and status = 'running'
