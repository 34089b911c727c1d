-- Run $1 as a worker that joins it must know it.
select run_id, status, as_of, mode, policy_id::bigint as policy_id, key_type, max_receipt_size,
  lease_seconds, certificates_at_hand
from audit.runs
where run_id = $1::bigint
