-- Counts by day (UTC), app and environment. Each source says under which day it counts; a receipt
-- that is not genuine counts under the app that its row names, or that it claims where that is an
-- app of ours: its other words are an attacker's, and make no line of a table.
create temporary table daily on commit drop as
with ours as (
  select bundle_id from audit.apps
  union
  select distinct bundle_id from audit_data.receipts where superseded_by is null and counted
),
receipts as materialized (
  select r.receipt_id, r.verdict, r.environment,
    coalesce(
      (r.received_at at time zone 'UTC')::date,
      case when r.verdict = 'genuine' then (r.creation_date at time zone 'UTC')::date end) as day,
    coalesce(
      case when r.verdict = 'genuine' then r.bundle_id end, r.expected_bundle_id, o.bundle_id)
      as bundle_id
  from audit_data.receipts r
  left join ours o using (bundle_id)
  where r.superseded_by is null
),
counts (day, bundle_id, environment, measure, n) as (
  select day, bundle_id, environment, verdict, count(*)
  from receipts
  group by day, bundle_id, environment, verdict
  union all
  select (purchase_date at time zone 'UTC')::date, bundle_id, environment, 'purchases', count(*)
  from pg_temp.purchases
  group by 1, 2, 3
  union all
  select (purchase_date at time zone 'UTC')::date, bundle_id, environment, 'trials', count(*)
  from pg_temp.purchases
  where is_trial_period
  group by 1, 2, 3
  union all
  select (cancellation_date at time zone 'UTC')::date, bundle_id, environment, 'cancelled',
    count(*)
  from pg_temp.cancelled
  group by 1, 2, 3
  union all
  select (case state when 'active' then started_at else expires_date end at time zone 'UTC')::date,
    bundle_id, environment, state, count(*)
  from pg_temp.lineages
  where state in ('active', 'expired')
  group by 1, 2, 3, 4
  union all
  select r.day, r.bundle_id, r.environment,
    case when f.status = 'resolved' then 'findings_resolved' else 'findings_open' end, count(*)
  from audit_data.findings f
  join receipts r using (receipt_id)
  where f.superseded_by is null and (f.status = 'open' or f.run_id = $1::bigint)
  group by 1, 2, 3, 4
  union all
  select r.day, r.bundle_id, r.environment, 'findings_new', count(*)
  from audit_data.findings f
  join receipts r using (receipt_id)
  where f.superseded_by is null and f.status = 'open' and f.first_run = $1::bigint
  group by 1, 2, 3
)
select day, bundle_id, environment,
  coalesce(sum(n) filter (where measure in ('genuine', 'forged', 'untrusted', 'test', 'corrupt',
    'unsupported', 'empty', 'quarantined')), 0)::bigint as receipts,
  coalesce(sum(n) filter (where measure = 'genuine'), 0)::bigint as genuine,
  coalesce(sum(n) filter (where measure = 'forged'), 0)::bigint as forged,
  coalesce(sum(n) filter (where measure = 'untrusted'), 0)::bigint as untrusted,
  coalesce(sum(n) filter (where measure = 'test'), 0)::bigint as test,
  coalesce(sum(n) filter (where measure = 'corrupt'), 0)::bigint as corrupt,
  coalesce(sum(n) filter (where measure = 'unsupported'), 0)::bigint as unsupported,
  coalesce(sum(n) filter (where measure = 'empty'), 0)::bigint as empty,
  coalesce(sum(n) filter (where measure = 'quarantined'), 0)::bigint as quarantined,
  coalesce(sum(n) filter (where measure = 'purchases'), 0)::bigint as purchases,
  coalesce(sum(n) filter (where measure = 'trials'), 0)::bigint as trials,
  coalesce(sum(n) filter (where measure = 'cancelled'), 0)::bigint as cancelled,
  coalesce(sum(n) filter (where measure = 'active'), 0)::bigint as active,
  coalesce(sum(n) filter (where measure = 'expired'), 0)::bigint as expired,
  coalesce(sum(n) filter (where measure = 'findings_new'), 0)::bigint as findings_new,
  coalesce(sum(n) filter (where measure = 'findings_open'), 0)::bigint as findings_open,
  coalesce(sum(n) filter (where measure = 'findings_resolved'), 0)::bigint as findings_resolved
from counts
group by day, bundle_id, environment;
-- statement
update audit_data.daily_summary v
set superseded_by = $1::bigint
where v.superseded_by is null and not exists (
  select from pg_temp.daily d
  where row(d.*) is not distinct from row(v.day, v.bundle_id, v.environment, v.receipts, v.genuine,
    v.forged, v.untrusted, v.test, v.corrupt, v.unsupported, v.empty, v.quarantined, v.purchases,
    v.trials, v.cancelled, v.active, v.expired, v.findings_new, v.findings_open,
    v.findings_resolved)
    and d.environment = v.environment and coalesce(d.bundle_id, '') = coalesce(v.bundle_id, '')
    and coalesce(d.day, date '-infinity') = coalesce(v.day, date '-infinity'));
-- statement
insert into audit_data.daily_summary (run_id, day, bundle_id, environment, receipts, genuine,
  forged, untrusted, test, corrupt, unsupported, empty, quarantined, purchases, trials, cancelled,
  active, expired, findings_new, findings_open, findings_resolved)
select $1::bigint, d.*
from pg_temp.daily d
where not exists (
  select from audit_data.daily_summary v
  where v.superseded_by is null and v.environment = d.environment
    and coalesce(d.bundle_id, '') = coalesce(v.bundle_id, '')
    and coalesce(d.day, date '-infinity') = coalesce(v.day, date '-infinity'))
-- The order makes the search end before the first row goes in: else it would meet each of them.
order by d.day, d.bundle_id, d.environment;
