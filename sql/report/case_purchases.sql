-- What genuine receipts of the case prove.
with subject as (
  select receipt_id
  from receipts
  where receipt_id = {receipt} or account_id = {account}
)
select t.product_id, t.transaction_id, t.original_transaction_id, t.purchase_date, t.expires_date,
  max(t.cancellation_date) as cancellation_date, t.environment, count(*) as receipts,
  min(t.creation_date) as first_seen
from transactions t
join subject using (receipt_id)
where t.verified
group by t.product_id, t.transaction_id, t.original_transaction_id, t.purchase_date,
  t.expires_date, t.environment
order by t.purchase_date, t.transaction_id collate "C"
limit 1000
