-- The newest run and the one that readers see, with how far each has come.
select
  r.run_id, r.status, p.run_id is not null as is_visible, r.mode, r.as_of, r.started_at,
  r.finished_at, b.batches_done, b.batches, r.receipts, r.findings,
  coalesce(r.message, r.reason) as message
from audit.runs r
left join audit_data.published p on p.run_id = r.run_id
cross join lateral (
  select count(*) filter (where status = 'done') as batches_done, count(*) as batches
  from audit.batches
  where run_id = r.run_id
) b
where p.run_id is not null or r.run_id = (select max(run_id) from audit.runs)
order by r.run_id desc
