-- Takes the next free batch of run $1 for owner $2, for $3 seconds: one never taken, or one whose
-- lease is over. Time is the database's alone. No row: nothing can be taken now, or the run judges
-- receipts of other sizes than $4, or with other certificates at hand than $5.
update audit.batches b
set status = 'leased',
  owner = $2::text,
  epoch = b.epoch + 1,
  attempts = b.attempts + 1,
  claimed_at = clock_timestamp(),
  lease_until = clock_timestamp() + $3::double precision * interval '1 second'
from (
  select run_id, batch_no
  from audit.batches
  where run_id = $1::bigint
    and (status = 'waiting' or (status = 'leased' and lease_until < clock_timestamp()))
    and exists (
      select from audit.runs
      where run_id = $1::bigint
        and status = 'running'
        and max_receipt_size = $4::bigint
        and certificates_at_hand = $5::text[])
  order by batch_no
  limit 1
  for update skip locked
) free
where b.run_id = free.run_id and b.batch_no = free.batch_no
returning b.batch_no::bigint as batch_no, b.first_key, b.last_key, b.epoch::bigint as epoch,
  b.attempts::bigint as attempts,
  b.trials::bigint as trials, b.receipts, b.keys, b.replaces,
  b.look::bigint as look
