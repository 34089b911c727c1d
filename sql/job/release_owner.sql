-- Gives back whatever the process with owner $2, which is gone, had taken of run $1. $3: whether the
-- cause is known, so that the attempt says nothing about the batch.
update audit.batches
set status = 'waiting', lease_until = null, attempts = attempts - $3::boolean::integer
where run_id = $1::bigint and owner = $2::text and status = 'leased'
