-- Receipts by environment and verdict.
select environment, count(*) as receipts,
  count(*) filter (where verdict = 'genuine') as genuine,
  count(*) filter (where verdict = 'forged') as forged,
  count(*) filter (where verdict not in ('genuine', 'forged')) as other
from receipts
group by environment
order by receipts desc, environment
