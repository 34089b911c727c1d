select
  s.receipt_id::text,
  s.account_id::text,
  case when isfinite(s.received_at) then s.received_at end,
  octet_length(s.receipt),
  case
    when octet_length(s.receipt) <= {at_once} and s.receipt_id::text <> all({set_aside}::text[])
    then s.receipt
  end,
  {bundle_id},
  {device_id}
from audit.source s
where s.receipt_id between {first_key}::{key_type} and {last_key}::{key_type}
  and ({full} or not exists (
    select from audit_data.receipts r
    where r.receipt_id = s.receipt_id::text
      and r.superseded_by is null
      and r.policy_id = {policy_id}))
order by s.receipt_id
