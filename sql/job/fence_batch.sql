-- The first statement of a batch's transaction, and once more when the lock was had: how batch $2 of
-- run $1 stands for who took it as owner $3 in epoch $4. No row: somebody else has taken it since, or
-- the run was discarded. Status `done`: this owner's COMMIT came through. Else `is_locked` tells
-- whether this transaction is now the only one at work at it.
--
-- The lock is an advisory one, not the row's: the row must stay free for who renews the lease and
-- for who takes the batch over when the lease is not renewed. Another one, which all who work for the
-- run share, is what a discard waits for.
select
  status,
  receipts,
  pg_advisory_xact_lock_shared(hashtext('receipt-audit work ' || $1::bigint), 0)::text as is_at_work,
  coalesce(
    status = 'leased'
      and pg_try_advisory_xact_lock(hashtext('receipt-audit batches ' || $1::bigint), batch_no),
    false) as is_locked
from audit.batches
where run_id = $1::bigint
  and batch_no = $2::bigint
  and owner = $3::text
  and epoch = $4::bigint
  and status in ('leased', 'done')
