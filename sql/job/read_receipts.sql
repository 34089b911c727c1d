select
  s.receipt_id::text,
  s.account_id::text,
  case when isfinite(s.received_at) then s.received_at end,
  octet_length(s.receipt),
  case when octet_length(s.receipt) <= {max_receipt_size} then s.receipt end,
  {bundle_id},
  {device_id}
from audit.source s
where s.receipt_id = any({keys}::{key_type}[])
order by s.receipt_id
