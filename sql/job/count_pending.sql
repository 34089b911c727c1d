-- What a run would plan, by cause.
select cause, count(*) as receipts
from (
  {pending}
) pending
group by cause
order by cause
