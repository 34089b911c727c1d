-- Owner $2 is alive: its batches of run $1 stay its own for $3 more seconds.
update audit.batches
set lease_until = clock_timestamp() + $3::double precision * interval '1 second'
where run_id = $1::bigint and owner = $2::text and status = 'leased'
