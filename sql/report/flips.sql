-- Receipts whose verdict run {run_id} changed, by cause.
select verdict_before || ' to ' || verdict || ' (' || reason || ')' as flip, cause,
  verdict_before, reason_before, verdict, reason, count(*) as receipts
from audit.run_changes
where run_id = {run_id} and change = 'verdict'
group by cause, verdict_before, reason_before, verdict, reason
order by receipts desc, cause, flip, reason_before
limit 100
