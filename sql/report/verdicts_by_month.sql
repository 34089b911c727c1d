-- Receipts by the month in which they came in, the last 24 such months.
select *
from (
  select to_char(day, 'YYYY-MM') as month, sum(receipts)::bigint as receipts,
    sum(genuine)::bigint as genuine, sum(forged)::bigint as forged,
    sum(untrusted)::bigint as untrusted, sum(test)::bigint as test,
    sum(corrupt)::bigint as corrupt, sum(unsupported)::bigint as unsupported,
    sum(empty)::bigint as empty, sum(quarantined)::bigint as quarantined
  from audit.daily_summary
  where run_id = {run_id} and receipts > 0 and day is not null
  group by 1
  order by 1 desc
  limit 24
) newest
order by month
