-- The run itself, what people have settled since it ended, and what became of runs after it: {run_id}.
select r.run_id, r.status, r.mode, r.as_of, r.started_at, r.finished_at, r.receipts as judged,
  s.receipts, s.receipts - r.receipts as carried_over,
  s.genuine + s.forged + s.untrusted + s.test + s.corrupt + s.unsupported + s.empty
    + s.quarantined as with_verdict,
  r.tool_version, r.rule_set_version, r.openssl_version, r.anchors, b.batches, b.batches_done,
  j.settled_since, j.critical_settled_since, j.new_critical_settled_since,
  n.run_id as newest_run, n.status as newest_status, n.message as newest_message
from audit.runs r
join audit.run_summary s using (run_id)
cross join lateral (
  select count(*) as batches, count(*) filter (where status = 'done') as batches_done
  from audit.batches
  where run_id = r.run_id
) b
cross join lateral (
  select count(*) as settled_since,
    count(*) filter (where f.severity = 'critical') as critical_settled_since,
    count(*) filter (where f.severity = 'critical' and f.first_run = r.run_id)
      as new_critical_settled_since
  from findings f
  where f.status = 'open' and f.is_silent and f.decided_at > r.finished_at
) j
cross join lateral (select * from audit.runs order by run_id desc limit 1) n
where r.run_id = {run_id}
