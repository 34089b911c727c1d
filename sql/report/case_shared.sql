-- Uses of the case's transactions by other accounts, in the order in which they came.
with subject as (
  select receipt_id, account_id
  from receipts
  where receipt_id = {receipt} or account_id = {account}
),
ids as (
  select distinct environment, transaction_id
  from transactions
  where receipt_id in (select receipt_id from subject) and transaction_id is not null
)
select t.transaction_id, t.product_id, t.account_id, t.receipt_id, t.verified, t.purchase_date,
  t.creation_date as receipt_created
from transactions t
join ids using (environment, transaction_id)
where t.account_id is not null
  and t.account_id is distinct from (select max(account_id) from subject)
order by t.transaction_id collate "C", t.creation_date, t.account_id collate "C"
limit 1000
