-- Makes a run ($1) the one that readers see.
update audit_data.published set run_id = $1::bigint where run_id < $1::bigint;
-- statement
update audit.runs
set status = 'published',
  finished_at = coalesce(finished_at, clock_timestamp()),
  message = null,
  findings = (
    select count(*) from audit_data.findings
    where superseded_by is null and status = 'open')
where run_id = $1::bigint;
