-- Receipts a second of the largest of the last ten runs, all of its work included; null before it.
select (receipts / nullif(extract(epoch from finished_at - started_at), 0))::double precision as rate
from (
  select receipts, started_at, finished_at
  from audit.runs
  where status in ('published', 'held') and receipts > 0
  order by run_id desc
  limit 10
) last_runs
order by receipts desc
limit 1
