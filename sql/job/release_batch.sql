-- Gives batch $2 of run $1 back unfinished, where owner $3 still has it from epoch $4. An attempt that
-- ended in good order is none.
update audit.batches
set status = 'waiting', lease_until = null, attempts = attempts - 1
where run_id = $1::bigint
  and batch_no = $2::bigint
  and owner = $3::text
  and epoch = $4::bigint
  and status = 'leased'
