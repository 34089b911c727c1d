select environment, bundle_id, transaction_id, class, severity, receipts, accounts, first_seen,
  last_seen, product_id, original_transaction_id, evidence
from duplicate_transactions d
where class <> 'expected-repeat'
  and ({since} is null or last_seen >= {since})
  and ({severity} is null or severity = {severity})
  and ({app} is null or bundle_id = {app})
  and ({account} is null or exists (
    select from transactions t
    where t.transaction_id = d.transaction_id and t.environment = d.environment
      and t.bundle_id = d.bundle_id and t.account_id = {account}))
order by case severity when 'critical' then 1 when 'warning' then 2 when 'info' then 3 else 4 end,
  accounts desc, environment, bundle_id collate "C", transaction_id collate "C"
