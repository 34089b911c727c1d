-- Tells run $1 how many receipts its batches judged.
update audit.runs
set receipts = (
  select coalesce(sum(receipts), 0)
  from audit.batches
  where run_id = $1::bigint and status = 'done' and look = 1)
where run_id = $1::bigint
