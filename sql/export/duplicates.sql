select environment, bundle_id, transaction_id, class, severity, receipts, accounts, first_seen,
  last_seen, product_id, original_transaction_id, evidence
from audit.duplicate_transactions
where class <> 'expected-repeat'
order by case severity when 'critical' then 1 when 'warning' then 2 when 'info' then 3 else 4 end,
  accounts desc, environment, bundle_id collate "C", transaction_id collate "C"
