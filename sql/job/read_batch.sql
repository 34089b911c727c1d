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
  {device_id},
  {row_version}
from audit.source s
where {rows}
order by s.receipt_id
