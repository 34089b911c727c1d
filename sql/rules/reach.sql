-- The lineages that this run ($1) has to compare, and all of what is stated in them.
--
-- Rows that came, went or were replaced. One that repeats what was known before it came, or goes on
-- being stated by others, changes nothing but in a watched lineage: of every statement only the first
-- receipt is remembered.
-- statement incremental
create temporary table changed_rows on commit drop as
select c.*
from (
  select t.is_new, known.earlier is null as is_fresh, t.receipt_id, t.environment, t.bundle_id,
    t.transaction_id, t.original_transaction_id, t.web_order_line_item_id, t.product_id,
    t.statement, t.lineage
  from (
    select *, coalesce(original_transaction_id, transaction_id, '') as lineage,
      coalesce(creation_date, '-infinity') as stated_at
    from (
      select true as is_new, * from audit_data.transactions where run_id = $1::bigint
      union all
      select false, * from audit_data.transactions where superseded_by = $1::bigint
    ) t
    where counted and environment <> 'xcode' and bundle_id is not null
  ) t
  left join lateral (
    select o.receipt_id as earlier
    from audit_data.transactions o
    where o.transaction_id = t.transaction_id and o.statement = t.statement and o.counted
      and (coalesce(o.creation_date, '-infinity'), o.receipt_id) <= (t.stated_at, t.receipt_id)
      and case when t.is_new
        then o.run_id < $1::bigint and (o.superseded_by is null or o.superseded_by = $1::bigint)
        else o.superseded_by is null end
    limit 1
  ) known on true
  offset 0
) c
left join audit_data.watched_lineages watched using (lineage)
where c.is_fresh or watched.lineage is not null;
-- statement incremental
-- What is new may tie lineages together that were compared apart.
insert into audit_data.crossed_lineages (lineage, other)
select distinct c.lineage, c.other
from pg_temp.changed_rows f
cross join lateral (
  select coalesce(o.original_transaction_id, o.transaction_id, '') as lineage
  from audit_data.transactions o
  where o.transaction_id = f.transaction_id
    and coalesce(o.original_transaction_id, o.transaction_id, '') <> f.lineage
    and o.environment = f.environment and o.bundle_id = f.bundle_id and o.counted
    and (o.superseded_by is null or o.superseded_by = $1::bigint)
  union all
  select coalesce(o.original_transaction_id, o.transaction_id, '')
  from audit_data.transactions o
  where o.web_order_line_item_id = f.web_order_line_item_id and o.web_order_line_item_id <> 0
    and coalesce(o.original_transaction_id, o.transaction_id, '') <> f.lineage
    and o.environment = f.environment and o.bundle_id = f.bundle_id
    and o.product_id = f.product_id and o.counted
    and (o.superseded_by is null or o.superseded_by = $1::bigint)
  offset 0
) k
cross join lateral (values (f.lineage, k.lineage), (k.lineage, f.lineage)) c (lineage, other)
where f.is_fresh and f.is_new and c.lineage <> c.other
on conflict do nothing;
-- statement incremental
create temporary table touched on commit drop as
select lineage from pg_temp.changed_rows
union
-- Time alone changes these.
select original_transaction_id
from audit_data.subscriptions
where superseded_by is null and next_change <= (select as_of from pg_temp.scope);
-- statement incremental
analyze pg_temp.touched;
-- statement incremental
create temporary table reached on commit drop as
with recursive closed as (
  select lineage from pg_temp.touched
  union
  select x.other
  from closed r
  cross join lateral (
    select other from audit_data.crossed_lineages x where x.lineage = r.lineage offset 0) x
)
select lineage from closed;
-- statement incremental
analyze pg_temp.reached;
