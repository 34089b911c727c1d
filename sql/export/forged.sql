select receipt_id, account_id, received_at, reason, signature, trust, format, environment,
  bundle_id, creation_date, purchases, payload_sha256, signer_sha256
from receipts
where verdict = 'forged'
  and ({since} is null or received_at >= {since})
  and ({app} is null or {app} in (bundle_id, expected_bundle_id))
  and ({account} is null or account_id = {account})
order by receipt_id collate "C"
