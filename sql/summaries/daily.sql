-- Counts by day (UTC), app and environment, as they are after run $1: all of them, or what the run
-- changed on top of those before it. Each source says under which day it counts; a receipt that is
-- not genuine counts under the app that its row names, or that it claims where that is an app of
-- ours: its other words are an attacker's, and make no line of a table.
-- statement full
create temporary table receipt_counts on commit drop as
select (coalesce(received_at, case when verdict = 'genuine' then creation_date end)
    at time zone 'UTC')::date as day,
  verdict, verdict = 'genuine' and bundle_id is not null as is_genuine, bundle_id,
  case when verdict = 'genuine' and bundle_id is not null then null else expected_bundle_id end
    as expected_bundle_id,
  environment, counted, count(*) as n
from audit_data.receipts
where superseded_by is null
group by 1, 2, 3, 4, 5, 6, 7;
-- statement full
create temporary table apps_after on commit drop as
select bundle_id, sum(n)::bigint as receipts
from pg_temp.receipt_counts
where counted and bundle_id is not null
group by bundle_id;
-- statement incremental
create temporary table apps_after on commit drop as
select bundle_id, coalesce(c.after, v.receipts) as receipts
from (select * from audit_data.counted_apps where superseded_by is null) v
full join pg_temp.app_changes c using (bundle_id);
-- statement
update audit_data.counted_apps v
set superseded_by = $1::bigint
where v.superseded_by is null and not exists (
  select from pg_temp.apps_after a where a.bundle_id = v.bundle_id and a.receipts = v.receipts);
-- statement
insert into audit_data.counted_apps (run_id, bundle_id, receipts)
select $1::bigint, a.bundle_id, a.receipts
from pg_temp.apps_after a
where a.receipts > 0 and not exists (
  select from audit_data.counted_apps v
  where v.superseded_by is null and v.bundle_id = a.bundle_id)
order by a.bundle_id;
-- statement
create temporary table our_apps on commit drop as
select bundle_id from audit.apps
union
select bundle_id from pg_temp.apps_after where receipts > 0;
-- statement full
create temporary table day_counts (day, bundle_id, environment, measure, n) on commit drop as
select r.day,
  case when r.is_genuine then r.bundle_id else coalesce(r.expected_bundle_id, o.bundle_id) end,
  r.environment, r.verdict, sum(r.n)::bigint
from pg_temp.receipt_counts r
left join pg_temp.our_apps o using (bundle_id)
group by 1, 2, 3, 4;
-- statement incremental
create temporary table day_counts (day, bundle_id, environment, measure, n) on commit drop as
select (coalesce(r.received_at, case when r.verdict = 'genuine' then r.creation_date end)
    at time zone 'UTC')::date,
  coalesce(case when r.verdict = 'genuine' then r.bundle_id end, r.expected_bundle_id,
    o.bundle_id),
  r.environment, r.verdict, sum(r.sign)::bigint
from pg_temp.changed_receipts r
left join pg_temp.our_apps o using (bundle_id)
group by 1, 2, 3, 4;
-- statement
-- Purchases by all that they are counted by, here and by product.
create temporary table purchase_counts on commit drop as
select (purchase_date at time zone 'UTC')::date as day, bundle_id, environment, product_id,
  is_trial_period, sum(side)::bigint as n
from pg_temp.statements
where speaks
group by 1, 2, 3, 4, 5;
-- statement
insert into pg_temp.day_counts
select day, bundle_id, environment, m.measure, sum(n)::bigint
from pg_temp.purchase_counts
cross join lateral (values ('purchases', true), ('trials', is_trial_period)) m (measure, holds)
where m.holds
group by 1, 2, 3, 4;
-- statement
-- Results: what is now, less what was before and is no more.
insert into pg_temp.day_counts
select (cancellation_date at time zone 'UTC')::date, bundle_id, environment, 'cancelled',
  sum(sign)::bigint
from (
  select 1 as sign, cancellation_date, bundle_id, environment from pg_temp.cancelled
  union all
  select -1, cancellation_date, bundle_id, environment from pg_temp.known_cancellations
  where not (select is_full from pg_temp.scope)
) c
group by 1, 2, 3;
-- statement
insert into pg_temp.day_counts
select (case state when 'active' then started_at else expires_date end at time zone 'UTC')::date,
  bundle_id, environment, state, sum(sign)::bigint
from (
  select 1 as sign, state, started_at, expires_date, bundle_id, environment from pg_temp.lineages
  union all
  select -1, state, started_at, expires_date, bundle_id, environment
  from pg_temp.known_subscriptions
  where not (select is_full from pg_temp.scope)
) s
where state in ('active', 'expired')
group by 1, 2, 3, 4;
-- statement full
create temporary table counted_findings on commit drop as
select 1 as sign, f.status, f.run_id = $1::bigint as is_of_run, f.first_run = $1::bigint as is_new,
  r.verdict, r.environment, r.bundle_id, r.expected_bundle_id, r.received_at, r.creation_date
from audit_data.findings f
join audit_data.receipts r on r.receipt_id = f.receipt_id and r.superseded_by is null
where f.superseded_by is null and (f.status = 'open' or f.run_id = $1::bigint);
-- statement incremental
-- Findings that changed, and those of receipts that changed and may count under another day.
create temporary table counted_findings on commit drop as
with moved as (
  select finding_id from pg_temp.finding_changes where finding_id is not null
  union
  select f.finding_id
  from (select distinct receipt_id from pg_temp.changed_receipts where sign < 0) r
  cross join lateral (
    select f.finding_id from audit_data.findings f
    where f.receipt_id = r.receipt_id
      and (f.superseded_by is null or f.superseded_by = $1::bigint)
    offset 0
  ) f
  union
  select finding_id from audit_data.findings where run_id = $1::bigint
)
select s.sign, f.status, f.run_id = $1::bigint as is_of_run, f.first_run = $1::bigint as is_new,
  r.verdict, r.environment, r.bundle_id, r.expected_bundle_id, r.received_at, r.creation_date
from moved m
cross join lateral (
  select * from audit_data.findings f
  where f.finding_id = m.finding_id and (f.superseded_by is null or f.superseded_by = $1::bigint)
  offset 0
) f
cross join lateral (values
  (1, f.superseded_by is null), (-1, f.run_id < $1::bigint)) s (sign, holds)
cross join lateral (
  select *
  from audit_data.receipts r
  where r.receipt_id = f.receipt_id
    and case when s.sign > 0 then r.superseded_by is null
      else r.run_id < $1::bigint and (r.superseded_by is null or r.superseded_by = $1::bigint) end
  offset 0
) r
where s.holds and (f.status = 'open' or f.run_id = $1::bigint);
-- statement
insert into pg_temp.day_counts
select (coalesce(f.received_at, case when f.verdict = 'genuine' then f.creation_date end)
    at time zone 'UTC')::date,
  coalesce(case when f.verdict = 'genuine' then f.bundle_id end, f.expected_bundle_id,
    o.bundle_id),
  f.environment, m.measure, sum(f.sign)::bigint
from pg_temp.counted_findings f
left join pg_temp.our_apps o on o.bundle_id = f.bundle_id
cross join lateral (values
  ('findings_open', f.status = 'open'),
  ('findings_new', f.status = 'open' and f.is_new and f.sign > 0),
  ('findings_resolved', f.status = 'resolved' and f.is_of_run and f.sign > 0)) m (measure, holds)
where m.holds
group by 1, 2, 3, 4;
-- statement incremental
insert into pg_temp.day_counts
select v.day, v.bundle_id, v.environment, m.measure, m.n
from audit_data.daily_summary v
cross join lateral (values
  ('genuine', v.genuine), ('forged', v.forged), ('untrusted', v.untrusted), ('test', v.test),
  ('corrupt', v.corrupt), ('unsupported', v.unsupported), ('empty', v.empty),
  ('quarantined', v.quarantined), ('purchases', v.purchases), ('trials', v.trials),
  ('cancelled', v.cancelled), ('active', v.active), ('expired', v.expired),
  ('findings_open', v.findings_open)) m (measure, n)
where v.superseded_by is null and m.n > 0;
-- statement
create temporary table daily on commit drop as
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
from pg_temp.day_counts
group by day, bundle_id, environment;
-- statement
create temporary table daily_changes on commit drop as
select v.ctid as tid, d.*
from (select ctid, * from audit_data.daily_summary where superseded_by is null) v
full join (
  -- What nothing is left of is no line.
  select * from pg_temp.daily
  where receipts + purchases + trials + cancelled + active + expired + findings_new
    + findings_open + findings_resolved > 0
) d
  on coalesce(v.day, date '-infinity') = coalesce(d.day, date '-infinity')
  and coalesce(v.bundle_id, '') = coalesce(d.bundle_id, '') and v.environment = d.environment
where row(v.receipts, v.genuine, v.forged, v.untrusted, v.test, v.corrupt, v.unsupported, v.empty,
    v.quarantined, v.purchases, v.trials, v.cancelled, v.active, v.expired, v.findings_new,
    v.findings_open, v.findings_resolved)
  is distinct from row(d.receipts, d.genuine, d.forged, d.untrusted, d.test, d.corrupt,
    d.unsupported, d.empty, d.quarantined, d.purchases, d.trials, d.cancelled, d.active,
    d.expired, d.findings_new, d.findings_open, d.findings_resolved);
-- statement
update audit_data.daily_summary
set superseded_by = $1::bigint
where ctid = any (array(select tid from pg_temp.daily_changes where tid is not null));
-- statement
insert into audit_data.daily_summary (run_id, day, bundle_id, environment, receipts, genuine,
  forged, untrusted, test, corrupt, unsupported, empty, quarantined, purchases, trials, cancelled,
  active, expired, findings_new, findings_open, findings_resolved)
select $1::bigint, day, bundle_id, environment, receipts, genuine, forged, untrusted, test, corrupt,
  unsupported, empty, quarantined, purchases, trials, cancelled, active, expired, findings_new,
  findings_open, findings_resolved
from pg_temp.daily_changes
where environment is not null
order by day, bundle_id, environment;
