-- Rows of the truth of a minted population that readers do not see, and rows that they see and the
-- truth does not have, table by table.
with truths (name, line) as (
  select 'receipts', row(receipt_id::text, verdict, reason)::text from public.receipt_truth
  union all
  select 'duplicate_transactions', row(environment, bundle_id, transaction_id, class, receipts,
    accounts, first_seen, last_seen)::text
  from public.transaction_truth
  where class is not null
  union all
  select 'cancellations', row(environment, bundle_id, product_id, transaction_id,
    original_transaction_id, web_order_line_item_id, purchase_date, cancellation_date, account_id,
    receipt_id::text, kind)::text
  from public.cancellation_truth
  union all
  select 'subscriptions', row(environment, bundle_id, original_transaction_id, product_id,
    account_id, receipt_id::text, state, started_at, expires_date, in_trial)::text
  from public.lineage_truth
  union all
  select 'account_clusters', row(cluster_id, max(cluster_accounts),
    array_agg(account_id order by account_id))::text
  from public.account_truth
  where cluster_id is not null
  group by cluster_id
), seen (name, line) as (
  select 'receipts', row(receipt_id, verdict, reason)::text from audit.receipts
  union all
  select 'duplicate_transactions', row(environment, bundle_id, transaction_id, class, receipts,
    accounts, first_seen, last_seen)::text
  from audit.duplicate_transactions
  union all
  select 'cancellations', row(environment, bundle_id, product_id, transaction_id,
    original_transaction_id, coalesce(web_order_line_item_id, 0), purchase_date,
    cancellation_date, account_id, receipt_id, kind)::text
  from audit.cancellations
  union all
  select 'subscriptions', row(environment, bundle_id, original_transaction_id, product_id,
    account_id, receipt_id, state, started_at, expires_date, in_trial)::text
  from audit.subscriptions
  union all
  select 'account_clusters', row(cluster_id, accounts, account_ids)::text
  from audit.account_clusters
)
select n.name, (select count(*) from truths t where t.name = n.name) as rows,
  count(*) filter (where d.is_missing) as missing,
  count(*) filter (where not d.is_missing) as surplus,
  coalesce(min(d.line) filter (where d.is_missing), '') as first_missing,
  coalesce(min(d.line) filter (where not d.is_missing), '') as first_surplus
from (values ('receipts'), ('duplicate_transactions'), ('cancellations'), ('subscriptions'),
  ('account_clusters')) n (name)
left join (
  select true as is_missing, * from (select * from truths except all select * from seen) m
  union all
  select false, * from (select * from seen except all select * from truths) s
) d using (name)
group by n.name
order by n.name
