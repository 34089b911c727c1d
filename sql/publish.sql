-- Makes a run ($1) the one that readers see.
update audit_data.published set run_id = $1::bigint where run_id < $1::bigint;
-- statement
update audit.runs
set status = 'published',
  finished_at = coalesce(finished_at, clock_timestamp()),
  message = null,
  findings = coalesce(
    (select s.findings_open from audit_data.run_summary s where s.run_id = $1::bigint), 0)
where run_id = $1::bigint;
