-- Notes that owner $3, who took batch $2 of run $1 in epoch $4, tries its only receipt alone.
update audit.batches
set trials = trials + 1
where run_id = $1::bigint
  and batch_no = $2::bigint
  and owner = $3::text
  and epoch = $4::bigint
  and status = 'leased'
