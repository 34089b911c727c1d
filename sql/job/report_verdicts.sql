-- Receipts of run $1 by verdict.
select verdict, count(*) as receipts
from audit_data.receipts
where run_id = $1::bigint
group by verdict
order by verdict
