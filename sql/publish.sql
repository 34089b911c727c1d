-- Makes a run ($1) the one that readers see.
update audit_data.published set run_id = $1::bigint where run_id < $1::bigint;
-- statement
update audit.runs
set status = 'published',
  finished_at = case when status = 'held' then finished_at else clock_timestamp() end,
  message = case when status = 'held' then 'published by a person although ' || message end,
  findings = (
    select count(*) from audit_data.findings
    where superseded_by is null and status = 'open')
where run_id = $1::bigint;
