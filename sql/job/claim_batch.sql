-- Takes the next free batch of run $1 for owner $2: one never taken, or one whose lease is over.
-- Time is the database's alone. No row: nothing is left to take.
update audit.batches b
set status = 'leased',
  owner = $2::text,
  epoch = b.epoch + 1,
  attempts = b.attempts + 1,
  lease_until = clock_timestamp() + interval '10 minutes'
from (
  select run_id, batch_no
  from audit.batches
  where run_id = $1::bigint
    and (status = 'waiting' or (status = 'leased' and lease_until < clock_timestamp()))
  order by batch_no
  limit 1
  for update skip locked
) free
where b.run_id = free.run_id and b.batch_no = free.batch_no
returning b.batch_no::bigint as batch_no, b.first_key, b.last_key, b.epoch::bigint as epoch
