-- Cancelled purchases, each once. Receipts do not say why: where another purchase of the lineage
-- starts within a minute of the cancellation it was an upgrade, else a refund or a revocation. The
-- store stamps the two ends of an upgrade within seconds; a minute leaves room for its clocks and
-- is less than a refund and a purchase by hand take.
create temporary table cancelled on commit drop as
select p.environment, p.bundle_id, p.product_id, p.purchase_key, p.transaction_id,
  p.original_transaction_id, p.web_order_line_item_id, p.cancellation_date,
  p.cancellation_reason, p.purchase_date, p.account_id, p.receipt_id,
  case when exists (
    select from pg_temp.purchases n
    where n.environment = p.environment and n.bundle_id = p.bundle_id
      and n.original_transaction_id = p.original_transaction_id
      and (n.product_id, n.purchase_key) <> (p.product_id, p.purchase_key)
      and n.purchase_date between p.cancellation_date - interval '60 s'
        and p.cancellation_date + interval '60 s'
  ) then 'upgraded' else 'refunded-or-revoked' end as kind
from pg_temp.purchases p
where p.cancellation_date is not null;
-- statement
analyze pg_temp.cancelled;
-- statement
update audit_data.cancellations v
set superseded_by = $1::bigint
where v.superseded_by is null and not exists (
  select from pg_temp.cancelled c
  where c.environment = v.environment and c.bundle_id = v.bundle_id
    and c.product_id = v.product_id and c.purchase_key = v.purchase_key
    and row(c.transaction_id, c.original_transaction_id, c.web_order_line_item_id,
      c.cancellation_date, c.cancellation_reason, c.purchase_date, c.account_id, c.receipt_id,
      c.kind)
      is not distinct from row(v.transaction_id, v.original_transaction_id,
      v.web_order_line_item_id, v.cancellation_date, v.cancellation_reason, v.purchase_date,
      v.account_id, v.receipt_id, v.kind));
-- statement
insert into audit_data.cancellations (run_id, environment, bundle_id, product_id, purchase_key,
  transaction_id, original_transaction_id, web_order_line_item_id, cancellation_date,
  cancellation_reason, purchase_date, account_id, receipt_id, kind)
select $1::bigint, c.environment, c.bundle_id, c.product_id, c.purchase_key, c.transaction_id,
  c.original_transaction_id, c.web_order_line_item_id, c.cancellation_date,
  c.cancellation_reason, c.purchase_date, c.account_id, c.receipt_id, c.kind
from pg_temp.cancelled c
where not exists (
  select from audit_data.cancellations v
  where v.superseded_by is null and v.environment = c.environment and v.bundle_id = c.bundle_id
    and v.product_id = c.product_id and v.purchase_key = c.purchase_key)
-- The order makes the search end before the first row goes in: else it would meet each of them.
order by c.environment, c.bundle_id, c.product_id, c.purchase_key;
-- statement
insert into pg_temp.found
select concat_ws(' ', 'cancelled-purchase', c.environment, c.bundle_id, c.product_id,
    c.purchase_key),
  'cancelled-purchase', 'info', c.receipt_id, c.account_id, c.environment, c.bundle_id,
  c.transaction_id,
  jsonb_strip_nulls(jsonb_build_object('product_id', c.product_id, 'kind', c.kind,
    'cancellation_date', to_char(c.cancellation_date at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'cancellation_reason', c.cancellation_reason))
from pg_temp.cancelled c;
