-- The first statement of a batch's transaction: only who still owns the batch goes on, and the row
-- stays locked until commit. $1 run, $2 batch, $3 owner, $4 epoch.
update audit.batches
set lease_until = clock_timestamp() + interval '10 minutes'
where run_id = $1::bigint
  and batch_no = $2::bigint
  and owner = $3::text
  and epoch = $4::bigint
  and status = 'leased'
returning batch_no::bigint as batch_no
