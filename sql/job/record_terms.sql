-- What workers that join run $1 must hold to: largest receipt $2, lease of $3 seconds, certificates $4
-- at hand beside those that receipts carry.
update audit.runs
set max_receipt_size = $2::bigint,
  lease_seconds = $3::double precision,
  certificates_at_hand = $4::text[]
where run_id = $1::bigint
