-- Why the receipts of run $1 were planned, by cause.
select c.key as cause, c.value::bigint as receipts
from audit.runs r
cross join jsonb_each_text(r.causes) c
where r.run_id = $1::bigint
order by cause
