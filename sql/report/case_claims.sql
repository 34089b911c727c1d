-- What receipts of the case claim without proof, beside what a genuine receipt proves of the same
-- transaction.
with subject as (
  select receipt_id, account_id
  from receipts
  where receipt_id = {receipt} or account_id = {account}
)
select c.receipt_id, c.transaction_id, c.product_id as claimed_product,
  p.product_id as proven_product, c.purchase_date as claimed_purchase,
  p.purchase_date as proven_purchase, c.expires_date as claimed_expiry,
  p.expires_date as proven_expiry, p.account_id as proven_account, p.receipt_id as proven_receipt
from transactions c
join subject s using (receipt_id)
left join lateral (
  select *
  from transactions t
  where t.transaction_id = c.transaction_id and t.verified
  order by t.account_id is not distinct from s.account_id desc, t.creation_date, t.receipt_id
  limit 1
) p on true
where not c.verified
order by c.receipt_id collate "C", c.position
limit 1000
