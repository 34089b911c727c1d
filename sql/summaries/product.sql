-- Counts by app, product and environment. Findings count under the product that they name.
create temporary table products on commit drop as
with counts (bundle_id, product_id, environment, measure, n) as (
  select bundle_id, product_id, environment, 'purchases', count(*)
  from pg_temp.purchases
  group by 1, 2, 3
  union all
  select bundle_id, product_id, environment, 'trials', count(*)
  from pg_temp.purchases
  where is_trial_period
  group by 1, 2, 3
  union all
  select bundle_id, product_id, environment, 'cancelled', count(*)
  from pg_temp.cancelled
  group by 1, 2, 3
  union all
  select bundle_id, product_id, environment, state, count(*)
  from pg_temp.lineages
  where state in ('active', 'expired')
  group by 1, 2, 3, 4
  union all
  select f.bundle_id, p.product_id, f.environment,
    case when f.status = 'resolved' then 'findings_resolved' else 'findings_open' end, count(*)
  from audit_data.findings f
  join (select distinct bundle_id, product_id, environment from pg_temp.purchases) p
    on p.bundle_id = f.bundle_id and p.environment = f.environment
    and p.product_id = f.evidence ->> 'product_id'
  where f.superseded_by is null and (f.status = 'open' or f.run_id = $1::bigint)
  group by 1, 2, 3, 4
  union all
  select f.bundle_id, p.product_id, f.environment, 'findings_new', count(*)
  from audit_data.findings f
  join (select distinct bundle_id, product_id, environment from pg_temp.purchases) p
    on p.bundle_id = f.bundle_id and p.environment = f.environment
    and p.product_id = f.evidence ->> 'product_id'
  where f.superseded_by is null and f.status = 'open' and f.first_run = $1::bigint
  group by 1, 2, 3
)
select bundle_id, product_id, environment,
  coalesce(sum(n) filter (where measure = 'purchases'), 0)::bigint as purchases,
  coalesce(sum(n) filter (where measure = 'trials'), 0)::bigint as trials,
  coalesce(sum(n) filter (where measure = 'cancelled'), 0)::bigint as cancelled,
  coalesce(sum(n) filter (where measure = 'active'), 0)::bigint as active,
  coalesce(sum(n) filter (where measure = 'expired'), 0)::bigint as expired,
  coalesce(sum(n) filter (where measure = 'findings_new'), 0)::bigint as findings_new,
  coalesce(sum(n) filter (where measure = 'findings_open'), 0)::bigint as findings_open,
  coalesce(sum(n) filter (where measure = 'findings_resolved'), 0)::bigint as findings_resolved
from counts
group by bundle_id, product_id, environment;
-- statement
update audit_data.product_summary v
set superseded_by = $1::bigint
where v.superseded_by is null and not exists (
  select from pg_temp.products d
  where d.bundle_id = v.bundle_id and d.product_id = v.product_id
    and d.environment = v.environment
    and row(d.purchases, d.trials, d.cancelled, d.active, d.expired, d.findings_new,
      d.findings_open, d.findings_resolved)
      is not distinct from row(v.purchases, v.trials, v.cancelled, v.active, v.expired,
      v.findings_new, v.findings_open, v.findings_resolved));
-- statement
insert into audit_data.product_summary (run_id, bundle_id, product_id, environment, purchases,
  trials, cancelled, active, expired, findings_new, findings_open, findings_resolved)
select $1::bigint, d.*
from pg_temp.products d
where not exists (
  select from audit_data.product_summary v
  where v.superseded_by is null and v.bundle_id = d.bundle_id
    and v.product_id = d.product_id and v.environment = d.environment)
-- The order makes the search end before the first row goes in: else it would meet each of them.
order by d.bundle_id, d.product_id, d.environment;
