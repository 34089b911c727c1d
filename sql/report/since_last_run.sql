-- What run {run_id} changed about findings. Settled are the open ones that people had judged by its
-- end: they are in no count of open findings.
select w.change,
  count(*) filter (where c.severity = 'critical' and not c.is_settled) as critical,
  count(*) filter (where c.severity = 'warning' and not c.is_settled) as warning,
  count(*) filter (where c.severity = 'info' and not c.is_settled) as info,
  count(*) filter (where c.is_settled) as settled
from (values (1, 'new'), (2, 'persisting'), (3, 'resolved')) w (place, change)
left join (
  select r.change, r.severity,
    r.change <> 'resolved' and coalesce(f.is_silent and f.decided_at <= e.finished_at, false)
      as is_settled
  from audit.run_changes r
  join audit.runs e using (run_id)
  left join findings f using (finding_id)
  where r.run_id = {run_id} and r.change <> 'verdict'
) c using (change)
group by w.place, w.change
order by w.place
