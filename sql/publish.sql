-- Makes a run ($1) the one that readers see.
update audit_data.published set run_id = $1::bigint where run_id < $1::bigint;
-- statement
update audit.runs
set status = 'published',
  finished_at = case
    when status = 'held' then finished_at
    else coalesce(finished_at, clock_timestamp())
  end,
  message = case when status = 'held' then 'published by a person although ' || message end,
  findings = coalesce(
    (select s.findings_open from audit_data.run_summary s where s.run_id = $1::bigint), 0)
where run_id = $1::bigint;
