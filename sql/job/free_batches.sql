-- Gives back what a run's former processes had taken. They are gone: the run lock is ours.
update audit.batches
set status = 'waiting', lease_until = null
where run_id = $1::bigint and status = 'leased'
