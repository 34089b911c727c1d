-- How far run $1 is. A receipt that is looked at again counts once.
select
  count(*) as batches,
  count(*) filter (where status = 'done') as batches_done,
  coalesce(sum(receipts) filter (where look = 1), 0)::bigint as receipts,
  coalesce(sum(receipts) filter (where look = 1 and status = 'done'), 0)::bigint as receipts_done
from audit.batches
where run_id = $1::bigint
