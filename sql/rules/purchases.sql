-- What the rules share in this transaction: each purchase once, as the newest receipt states it,
-- and the table in which rules put what they find.
--
-- The newest statement wins because a refund can be reversed and a period extended. Equal dates
-- are decided by columns of the rows, never by their order, so that the same rows give the same
-- answer.
create temporary table purchases on commit drop as
select distinct on (t.environment, t.bundle_id, t.product_id, k.purchase_key)
  t.environment, t.bundle_id, t.product_id, k.purchase_key, t.transaction_id,
  t.original_transaction_id, t.web_order_line_item_id, t.product_type, t.purchase_date,
  t.expires_date, t.cancellation_date, t.cancellation_reason,
  coalesce(t.is_trial_period, false) as is_trial_period, t.account_id, t.receipt_id,
  t.creation_date
from audit_data.transactions t
cross join lateral (
  select audit_data.purchase_key(
    t.web_order_line_item_id, t.product_type, t.original_transaction_id, t.transaction_id)
) k (purchase_key)
where t.superseded_by is null and t.counted and t.environment <> 'xcode'
  and t.bundle_id is not null and t.product_id is not null and k.purchase_key is not null
order by t.environment, t.bundle_id, t.product_id, k.purchase_key,
  t.creation_date desc nulls last, t.cancellation_date desc nulls last,
  t.account_id is null, t.receipt_id, t.position;
-- statement
create index on pg_temp.purchases (environment, bundle_id, original_transaction_id);
-- statement
analyze pg_temp.purchases;
-- statement
create temporary table found (
  finding_key text not null,
  rule text not null,
  severity text not null,
  receipt_id text,
  account_id text,
  environment text,
  bundle_id text,
  transaction_id text,
  evidence jsonb not null
) on commit drop;
