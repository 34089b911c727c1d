select environment, bundle_id, product_id, transaction_id, original_transaction_id,
  web_order_line_item_id, purchase_date, cancellation_date, cancellation_reason, kind, account_id,
  receipt_id
from audit.cancellations
order by cancellation_date, environment, bundle_id collate "C", product_id collate "C",
  purchase_key collate "C"
