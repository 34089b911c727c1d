-- How run $1 stands and how far it is. A receipt that is looked at again counts once.
select
  (select status from audit.runs where run_id = $1::bigint) as status,
  (select max_receipt_size from audit.runs where run_id = $1::bigint) as max_receipt_size,
  (select certificates_at_hand from audit.runs where run_id = $1::bigint) as certificates_at_hand,
  count(*) as batches,
  count(*) filter (where status = 'done') as batches_done,
  coalesce(sum(receipts) filter (where look = 1), 0)::bigint as receipts,
  coalesce(sum(receipts) filter (where look = 1 and status = 'done'), 0)::bigint as receipts_done
from audit.batches
where run_id = $1::bigint
