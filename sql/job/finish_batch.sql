-- The last statement of a batch's transaction. $1 run, $2 batch, $3 receipts written.
update audit.batches
set status = 'done',
  receipts = $3::bigint,
  lease_until = null,
  committed_at = clock_timestamp()
where run_id = $1::bigint and batch_no = $2::bigint
