-- What receipts state of purchases, each statement once, with the first and the last receipt's
-- date: as it is after this run ($1), and, where only what was reached is compared, as it was
-- before (side -1). What speaks for a purchase is found below; of most there is one statement.
--
-- An app's own test receipts and rows without an app are compared with nothing.
-- statement full
-- Rows by the million are shared out; what follows is read from a table of this session alone.
set local parallel_setup_cost = 0;
-- statement full
set local parallel_tuple_cost = 0;
-- statement full
-- Each partition has its own statements.
set local enable_partitionwise_aggregate = on;
-- statement full
-- All that a digest covers is in the key: comparing equal texts costs less than keeping the least.
create temporary table statements on commit drop as
select 1::smallint as side, statement, environment, bundle_id, transaction_id,
  original_transaction_id, coalesce(original_transaction_id, transaction_id, '') as lineage,
  web_order_line_item_id, product_id, product_type, purchase_date, expires_date,
  cancellation_date, cancellation_reason, coalesce(is_upgraded, false) as is_upgraded,
  coalesce(is_trial_period, false) as is_trial_period, account_id,
  min(coalesce(creation_date, '-infinity')) as first_seen,
  max(coalesce(creation_date, '-infinity')) as last_seen,
  product_id is not null and (transaction_id is not null
    or coalesce(web_order_line_item_id, 0) <> 0
    or product_type = 'non-consumable' and original_transaction_id is not null) as speaks
from audit_data.transactions
where superseded_by is null and counted and environment <> 'xcode' and bundle_id is not null
group by transaction_id, statement, environment, bundle_id, original_transaction_id, product_id,
  product_type, account_id, web_order_line_item_id, purchase_date, expires_date,
  cancellation_date, cancellation_reason, is_upgraded, is_trial_period;
-- statement incremental
-- Few groups of many rows: sorting these would take longer than finding them.
set local enable_sort = off;
-- statement incremental
create temporary table statements on commit drop as
select d.side::smallint, s.statement, s.environment, s.bundle_id, s.transaction_id,
  s.original_transaction_id, s.lineage, s.web_order_line_item_id, s.product_id, s.product_type,
  s.purchase_date, s.expires_date, s.cancellation_date, s.cancellation_reason, s.is_upgraded,
  s.is_trial_period, s.account_id, d.first_seen, d.last_seen,
  s.product_id is not null and (s.transaction_id is not null
    or coalesce(s.web_order_line_item_id, 0) <> 0
    or s.product_type = 'non-consumable' and s.original_transaction_id is not null) as speaks
from (
  select t.statement, t.environment, t.bundle_id, t.transaction_id, t.original_transaction_id,
    r.lineage, t.web_order_line_item_id, t.product_id, t.product_type, t.purchase_date,
    t.expires_date, t.cancellation_date, t.cancellation_reason,
    coalesce(t.is_upgraded, false) as is_upgraded,
    coalesce(t.is_trial_period, false) as is_trial_period, t.account_id,
    min(t.stated_at) filter (where t.superseded_by is null) as first_now,
    max(t.stated_at) filter (where t.superseded_by is null) as last_now,
    min(t.stated_at) filter (where t.run_id < $1::bigint) as first_before,
    max(t.stated_at) filter (where t.run_id < $1::bigint) as last_before
  from pg_temp.reached r
  cross join lateral (
    select *, coalesce(creation_date, '-infinity') as stated_at
    from (
      select * from audit_data.transactions o where o.original_transaction_id = r.lineage
      union all
      select * from audit_data.transactions o
      where o.transaction_id = r.lineage and o.original_transaction_id is null
      union all
      select * from audit_data.transactions o
      where r.lineage = '' and o.transaction_id is null and o.original_transaction_id is null
    ) o
    offset 0
  ) t
  where (t.superseded_by is null or t.superseded_by = $1::bigint)
    and t.counted and t.environment <> 'xcode' and t.bundle_id is not null
  group by t.statement, t.environment, t.bundle_id, t.transaction_id, t.original_transaction_id,
    r.lineage, t.web_order_line_item_id, t.product_id, t.product_type, t.purchase_date,
    t.expires_date, t.cancellation_date, t.cancellation_reason, t.is_upgraded, t.is_trial_period,
    t.account_id
) s
cross join lateral (
  values (1, s.first_now, s.last_now), (-1, s.first_before, s.last_before)
) d (side, first_seen, last_seen)
where d.first_seen is not null;
-- statement incremental
set local enable_sort = on;
-- statement
analyze pg_temp.statements;
-- statement
-- Lineages in which something is stated twice, or by several accounts, or by nobody known, or may
-- be: apps and environments are told apart below, where it is about few.
create temporary table odd on commit drop as
select lineage
from pg_temp.statements
group by side, lineage
having min(account_id) <> max(account_id) or count(account_id) <> count(*)
  or count(*) filter (where product_type = 'non-consumable') > 1
union
select lineage
from pg_temp.statements
where transaction_id in (
    select transaction_id from pg_temp.statements group by side, transaction_id having count(*) > 1)
  or web_order_line_item_id in (
    select web_order_line_item_id
    from pg_temp.statements
    where web_order_line_item_id <> 0
    group by side, web_order_line_item_id
    having count(*) > 1)
union
-- Without any id: nothing tells one from another.
select '';
-- statement
analyze pg_temp.odd;
-- statement
insert into audit_data.watched_lineages (lineage)
select lineage from pg_temp.odd
on conflict do nothing;
-- statement
create temporary table odd_statements on commit drop as
select s.ctid as tid, s.*, audit_data.purchase_key(s.web_order_line_item_id, s.product_type,
    s.original_transaction_id, s.transaction_id) as purchase_key
from pg_temp.statements s
join pg_temp.odd o using (lineage);
-- statement
analyze pg_temp.odd_statements;
-- statement full
insert into audit_data.crossed_lineages (lineage, other)
with tied_transactions as materialized (
  select environment, bundle_id, transaction_id, min(lineage) as lineage
  from pg_temp.odd_statements
  group by environment, bundle_id, transaction_id
  having min(lineage) <> max(lineage)
),
tied_purchases as materialized (
  select environment, bundle_id, product_id, purchase_key, min(lineage) as lineage
  from pg_temp.odd_statements
  group by environment, bundle_id, product_id, purchase_key
  having min(lineage) <> max(lineage)
),
ties as (
  select t.lineage, o.lineage as other
  from tied_transactions t
  join pg_temp.odd_statements o using (environment, bundle_id, transaction_id)
  union
  select t.lineage, o.lineage
  from tied_purchases t
  join pg_temp.odd_statements o using (environment, bundle_id, product_id, purchase_key)
)
select c.lineage, c.other
from ties t
cross join lateral (values (t.lineage, t.other), (t.other, t.lineage)) c (lineage, other)
where t.lineage <> t.other
on conflict do nothing;
-- statement
-- The newest statement of a purchase speaks for it: a refund can be reversed, a period extended.
-- Equal dates are decided by what is stated, so that the same rows give the same answer.
update pg_temp.statements
set speaks = false
where ctid = any (array(
  select tid
  from (
    select tid,
      row_number() over (
        partition by side, environment, bundle_id, product_id, purchase_key
        order by last_seen desc, cancellation_date desc nulls last, expires_date desc nulls last,
          purchase_date desc nulls last, account_id, transaction_id, statement) as place
    from pg_temp.odd_statements
  ) o
  where place > 1));
