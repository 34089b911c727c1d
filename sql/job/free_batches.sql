-- Gives back what processes had taken of run $1 that are gone: a batch at work is locked by its
-- transaction, and only in the moment before that it is not. Who is wrongly taken for gone finds the
-- batch taken over, and loses an attempt. $2: seconds that this moment may last.
update audit.batches b
set status = 'waiting', lease_until = null
where b.run_id = $1::bigint
  and b.status = 'leased'
  and (b.claimed_at is null
    or b.claimed_at < clock_timestamp() - $2::double precision * interval '1 second')
  and not exists (
    select from pg_catalog.pg_locks l
    where l.locktype = 'advisory'
      and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
      and l.classid = (hashtext('receipt-audit batches ' || $1::bigint)::bigint & 4294967295)::oid
      and l.objid = b.batch_no::oid
      and l.objsubid = 2
      and l.granted)
