-- The last statement of a batch's transaction: batch $2 of run $1 is done, with $5 receipts written. Of
-- a look beyond the first only the keys $6 were there to be read; null leaves its keys as they are.
-- No row: owner $3 lost it since epoch $4, and what was written must be rolled back.
update audit.batches
set status = 'done',
  receipts = $5::bigint,
  keys = coalesce($6::text[], keys),
  lease_until = null,
  committed_at = clock_timestamp()
where run_id = $1::bigint
  and batch_no = $2::bigint
  and owner = $3::text
  and epoch = $4::bigint
  and status = 'leased'
returning batch_no::bigint as batch_no
