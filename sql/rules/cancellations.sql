-- Cancelled purchases, each once, as the newest statement has them. Signed transactions say where one
-- was replaced by an upgrade; receipts do not say why: where another purchase of the lineage starts
-- within a minute of the cancellation it was an upgrade, else a refund or a revocation. The store stamps the two ends of an upgrade within seconds; a
-- minute leaves room for its clocks and is less than a refund and a purchase by hand take.
create temporary table cancelled on commit drop as
select s.environment, s.bundle_id, s.product_id, k.purchase_key, s.transaction_id,
  s.original_transaction_id, s.web_order_line_item_id, s.cancellation_date, s.cancellation_reason,
  s.purchase_date, s.account_id,
  case when s.is_upgraded then 'upgraded' else 'refunded-or-revoked' end as kind,
  s.lineage, s.statement
from pg_temp.statements s
cross join lateral (
  select audit_data.purchase_key(s.web_order_line_item_id, s.product_type,
    s.original_transaction_id, s.transaction_id)
) k (purchase_key)
where s.side = 1 and s.speaks and s.cancellation_date is not null;
-- statement
analyze pg_temp.cancelled;
-- statement
update pg_temp.cancelled c
set kind = 'upgraded'
from pg_temp.statements n
where n.side = 1 and n.speaks and n.lineage = c.lineage
  and n.environment is not distinct from c.environment
  and n.bundle_id is not distinct from c.bundle_id
  and n.original_transaction_id is not distinct from c.original_transaction_id
  and n.original_transaction_id is not null
  and n.statement <> c.statement
  and n.purchase_date between c.cancellation_date - interval '60 s'
    and c.cancellation_date + interval '60 s';
-- statement
update pg_temp.cancelled c
set kind = 'upgraded'
from pg_temp.odd_statements o
where o.side = 1 and o.is_upgraded and o.environment = c.environment
  and o.bundle_id = c.bundle_id and o.product_id = c.product_id
  and o.purchase_key = c.purchase_key;
-- statement full
create temporary table known_cancellations on commit drop as
select v.ctid as tid, v.*
from audit_data.cancellations v
where v.superseded_by is null;
-- statement incremental
create temporary table known_cancellations on commit drop as
select v.*
from (
  select distinct environment, bundle_id, product_id, audit_data.purchase_key(
    web_order_line_item_id, product_type, original_transaction_id, transaction_id) as purchase_key
  from pg_temp.statements
  where cancellation_date is not null
) k
cross join lateral (
  select v.ctid as tid, v.*
  from audit_data.cancellations v
  where v.environment = k.environment and v.bundle_id = k.bundle_id
    and v.product_id = k.product_id and v.purchase_key = k.purchase_key
    and v.superseded_by is null
  offset 0
) v;
-- statement
create temporary table cancellation_changes on commit drop as
select v.tid, c.*
from pg_temp.known_cancellations v
full join pg_temp.cancelled c using (environment, bundle_id, product_id, purchase_key)
where row(v.transaction_id, v.original_transaction_id, v.web_order_line_item_id,
    v.cancellation_date, v.cancellation_reason, v.purchase_date, v.account_id, v.kind)
  is distinct from row(c.transaction_id, c.original_transaction_id, c.web_order_line_item_id,
    c.cancellation_date, c.cancellation_reason, c.purchase_date, c.account_id, c.kind);
-- statement
update audit_data.cancellations
set superseded_by = $1::bigint
where ctid = any (array(
  select tid from pg_temp.cancellation_changes where tid is not null));
-- statement
insert into audit_data.cancellations (run_id, environment, bundle_id, product_id, purchase_key,
  transaction_id, original_transaction_id, web_order_line_item_id, cancellation_date,
  cancellation_reason, purchase_date, account_id, kind)
select $1::bigint, c.environment, c.bundle_id, c.product_id, c.purchase_key, c.transaction_id,
  c.original_transaction_id, c.web_order_line_item_id, c.cancellation_date, c.cancellation_reason,
  c.purchase_date, c.account_id, c.kind
from pg_temp.cancellation_changes c
where c.kind is not null
order by c.purchase_key, c.product_id, c.bundle_id, c.environment;
-- statement
-- The receipt is the first that says so.
insert into pg_temp.found
select concat_ws(' ', 'cancelled-purchase', c.environment, c.bundle_id, c.product_id,
    c.purchase_key),
  'cancelled-purchase', 'info', t.receipt_id, c.account_id, c.environment, c.bundle_id,
  c.transaction_id,
  jsonb_strip_nulls(jsonb_build_object('product_id', c.product_id, 'kind', c.kind,
    'cancellation_date', to_char(c.cancellation_date at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'cancellation_reason', c.cancellation_reason))
from pg_temp.cancelled c
left join lateral (
  select t.receipt_id
  from audit_data.transactions t
  where t.transaction_id = c.transaction_id and t.statement = c.statement
    and t.superseded_by is null and t.counted
  order by t.creation_date nulls first, t.receipt_id
  limit 1
) t on true;
