-- Waits to be the only transaction at work at batch $2 of run $1.
select pg_advisory_xact_lock(hashtext('receipt-audit batches ' || $1::bigint), $2::bigint::integer)
