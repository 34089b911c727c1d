select receipt_id, account_id, received_at, reason, signature, trust, format, environment,
  bundle_id, creation_date, purchases, payload_sha256, signer_sha256
from audit.receipts
where verdict = 'forged'
order by receipt_id collate "C"
