-- What workers that join run $1 must hold to: largest receipt $2, lease of $3 seconds, certificates $4
-- at hand beside those that receipts carry. Batches of a second look that was planned with others are
-- not done with those.
with replanned as (
  update audit.batches b
  set pool = null
  from audit.runs r
  where r.run_id = $1::bigint
    and b.run_id = $1::bigint
    and b.status <> 'done'
    and b.pool is not null
    and r.certificates_at_hand is distinct from $4::text[]
)
update audit.runs
set max_receipt_size = $2::bigint,
  lease_seconds = $3::double precision,
  certificates_at_hand = $4::text[]
where run_id = $1::bigint
