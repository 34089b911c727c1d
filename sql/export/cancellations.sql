select environment, bundle_id, product_id, transaction_id, original_transaction_id,
  web_order_line_item_id, purchase_date, cancellation_date, cancellation_reason, kind, account_id,
  receipt_id, stated_at
from cancellations
where ({since} is null or cancellation_date >= {since})
  and ({app} is null or bundle_id = {app})
  and ({account} is null or account_id = {account})
order by cancellation_date, environment, bundle_id collate "C", product_id collate "C",
  purchase_key collate "C"
