-- What run {run_id} changed about findings. Settled are the open ones that people had judged by its
-- end: they are in no count of open findings.
with settled as materialized (
  select finding_id
  from findings
  where is_silent and decided_at <= (select finished_at from audit.runs where run_id = {run_id})
)
select w.change,
  count(*) filter (where c.severity = 'critical' and not c.is_settled) as critical,
  count(*) filter (where c.severity = 'warning' and not c.is_settled) as warning,
  count(*) filter (where c.severity = 'info' and not c.is_settled) as info,
  count(*) filter (where c.is_settled) as settled
from (values (1, 'new'), (2, 'persisting'), (3, 'resolved')) w (place, change)
left join (
  select r.change, r.severity, r.change <> 'resolved' and s.finding_id is not null as is_settled
  from audit.run_changes r
  left join settled s using (finding_id)
  where r.run_id = {run_id} and r.change <> 'verdict'
) c using (change)
group by w.place, w.change
order by w.place
