-- Counts by app, product and environment, as they are after run $1. Findings of what was compared
-- count under the product that they name.
create temporary table product_counts (bundle_id, product_id, environment, measure, n)
on commit drop as
select bundle_id, product_id, environment, m.measure, sum(n)::bigint
from pg_temp.purchase_counts
cross join lateral (values ('purchases', true), ('trials', is_trial_period)) m (measure, holds)
where m.holds
group by 1, 2, 3, 4;
-- statement
insert into pg_temp.product_counts
select bundle_id, product_id, environment, measure, sum(sign)::bigint
from (
  select 1 as sign, bundle_id, product_id, environment, 'cancelled' as measure
  from pg_temp.cancelled
  union all
  select 1, bundle_id, product_id, environment, state from pg_temp.lineages
  union all
  select -1, bundle_id, product_id, environment, 'cancelled' from pg_temp.known_cancellations
  where not (select is_full from pg_temp.scope)
  union all
  select -1, bundle_id, product_id, environment, state from pg_temp.known_subscriptions
  where not (select is_full from pg_temp.scope)
) r
where product_id is not null and measure in ('cancelled', 'active', 'expired')
group by 1, 2, 3, 4;
-- statement full
create temporary table product_findings on commit drop as
select 1 as sign, f.*
from audit_data.findings f
where f.superseded_by is null and (f.status = 'open' or f.run_id = $1::bigint);
-- statement incremental
create temporary table product_findings on commit drop as
select 1 as sign, f.*
from audit_data.findings f
where f.run_id = $1::bigint
union all
select -1, f.*
from audit_data.findings f
where f.superseded_by = $1::bigint and f.status = 'open';
-- statement
insert into pg_temp.product_counts
select f.bundle_id, f.evidence ->> 'product_id', f.environment, m.measure, sum(f.sign)::bigint
from pg_temp.product_findings f
cross join lateral (values
  ('findings_open', f.status = 'open'),
  ('findings_new', f.status = 'open' and f.first_run = $1::bigint and f.sign > 0),
  ('findings_resolved', f.status = 'resolved' and f.sign > 0)) m (measure, holds)
where m.holds and f.evidence ->> 'product_id' is not null
  and f.rule in ('duplicate-transaction', 'conflicting-transaction', 'cancelled-purchase',
    'expired-subscription')
group by 1, 2, 3, 4;
-- statement incremental
insert into pg_temp.product_counts
select v.bundle_id, v.product_id, v.environment, m.measure, m.n
from audit_data.product_summary v
cross join lateral (values
  ('purchases', v.purchases), ('trials', v.trials), ('cancelled', v.cancelled),
  ('active', v.active), ('expired', v.expired), ('findings_open', v.findings_open))
  m (measure, n)
where v.superseded_by is null and m.n > 0;
-- statement
create temporary table products on commit drop as
select bundle_id, product_id, environment,
  coalesce(sum(n) filter (where measure = 'purchases'), 0)::bigint as purchases,
  coalesce(sum(n) filter (where measure = 'trials'), 0)::bigint as trials,
  coalesce(sum(n) filter (where measure = 'cancelled'), 0)::bigint as cancelled,
  coalesce(sum(n) filter (where measure = 'active'), 0)::bigint as active,
  coalesce(sum(n) filter (where measure = 'expired'), 0)::bigint as expired,
  coalesce(sum(n) filter (where measure = 'findings_new'), 0)::bigint as findings_new,
  coalesce(sum(n) filter (where measure = 'findings_open'), 0)::bigint as findings_open,
  coalesce(sum(n) filter (where measure = 'findings_resolved'), 0)::bigint as findings_resolved
from pg_temp.product_counts
group by bundle_id, product_id, environment;
-- statement
create temporary table product_changes on commit drop as
select v.ctid as tid, d.*
from (select ctid, * from audit_data.product_summary where superseded_by is null) v
full join (
  -- What nothing is left of is no line.
  select * from pg_temp.products
  where purchases + trials + cancelled + active + expired + findings_new + findings_open
    + findings_resolved > 0
) d using (bundle_id, product_id, environment)
where row(v.purchases, v.trials, v.cancelled, v.active, v.expired, v.findings_new,
    v.findings_open, v.findings_resolved)
  is distinct from row(d.purchases, d.trials, d.cancelled, d.active, d.expired, d.findings_new,
    d.findings_open, d.findings_resolved);
-- statement
update audit_data.product_summary
set superseded_by = $1::bigint
where ctid = any (array(select tid from pg_temp.product_changes where tid is not null));
-- statement
insert into audit_data.product_summary (run_id, bundle_id, product_id, environment, purchases,
  trials, cancelled, active, expired, findings_new, findings_open, findings_resolved)
select $1::bigint, bundle_id, product_id, environment, purchases, trials, cancelled, active, expired,
  findings_new, findings_open, findings_resolved
from pg_temp.product_changes
where purchases is not null
order by bundle_id, product_id, environment;
