select environment, bundle_id, product_id, original_transaction_id, account_id, receipt_id,
  started_at, expires_date, extract(epoch from expired_for)::bigint as expired_for_seconds,
  will_renew, in_billing_retry, grace_until
from expired_subscriptions
where ({since} is null or expires_date >= {since})
  and ({app} is null or bundle_id = {app})
  and ({account} is null or account_id = {account})
order by expires_date, environment, bundle_id collate "C", original_transaction_id collate "C"
