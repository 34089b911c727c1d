-- How far run $1 is.
select
  count(*) as batches,
  count(*) filter (where status = 'done') as batches_done,
  coalesce(sum(receipts), 0)::bigint as receipts,
  coalesce(sum(receipts) filter (where status = 'done'), 0)::bigint as receipts_done
from audit.batches
where run_id = $1::bigint
