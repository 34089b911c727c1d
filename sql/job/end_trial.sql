-- Owner $3, who took batch $2 of run $1 in epoch $4, has tried its only receipt and is still there:
-- what was lost with it before was lost for another cause.
update audit.batches
set trials = 0, attempts = 1
where run_id = $1::bigint
  and batch_no = $2::bigint
  and owner = $3::text
  and epoch = $4::bigint
  and status = 'leased'
