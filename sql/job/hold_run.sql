-- Run $1 is compared and counted, and not shown to readers, because of $2.
update audit.runs
set status = 'held',
  message = $2::text,
  finished_at = clock_timestamp(),
  findings = (
    select count(*) from audit_data.findings
    where superseded_by is null and status = 'open')
where run_id = $1::bigint and status = 'running'
