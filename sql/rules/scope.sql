-- How far this run ($1) compares: from the published run on, or all, where that one compared under
-- other rules or other apps of ours, at a later as-of, or where much is new.
create temporary table scope on commit drop as
select r.as_of, p.run_id as base_run, n.rules, n.apps, c.apps is distinct from n.apps as apps_changed,
  r.mode = 'full' or c.run_id is null or c.as_of > r.as_of or c.rules <> n.rules or c.apps <> n.apps
    or coalesce(b.receipts > s.receipts / 4, false) as is_full
from audit.runs r
cross join audit_data.published p
left join audit_data.comparisons c on c.run_id = p.run_id
left join audit_data.run_summary s on s.run_id = p.run_id
cross join (
  select (select coalesce(jsonb_object_agg(rule, version), '{}') from audit.rules) as rules,
    (select coalesce(jsonb_agg(to_jsonb(a) order by a.bundle_id), '[]') from audit.apps a) as apps
) n
cross join (
  select sum(receipts) as receipts from audit.batches where run_id = $1::bigint and status = 'done'
) b
where r.run_id = $1::bigint;
-- statement
-- Genuine receipts whose place has changed with audit.apps, or which were judged while it did.
create temporary table ours_now on commit drop as
select r.receipt_id, r.run_id, r.counted as was_counted, r.environment, r.bundle_id, r.account_id,
  r.receipt_type, r.expected_bundle_id,
  coalesce(r.bundle_id <> r.expected_bundle_id, r.bundle_id is not null)
    and case when e.some then a.bundle_id is null
      else r.bundle_id is not null and r.expected_bundle_id is not null end as is_foreign,
  r.environment = 'sandbox' and not coalesce(a.sandbox_allowed, false) as is_sandbox
from (
  select * from audit_data.receipts where run_id = $1::bigint
  union all
  select * from audit_data.receipts
  where run_id < $1::bigint and (select apps_changed from pg_temp.scope)
) r
left join audit.apps a using (bundle_id)
cross join (select exists (select from audit.apps) as some) e
where r.superseded_by is null and r.verdict = 'genuine'
  and (e.some or not r.counted or r.environment = 'sandbox' or r.expected_bundle_id is not null);
-- statement
create temporary table rejudged on commit drop as
select receipt_id, run_id, not is_foreign as counted
from pg_temp.ours_now
where was_counted = is_foreign;
-- statement
select audit_data.restate_rejudged('audit_data.receipts', $1::bigint)
where exists (select from pg_temp.rejudged);
-- statement
select audit_data.restate_rejudged('audit_data.transactions', $1::bigint)
where exists (select from pg_temp.rejudged);
-- statement
-- The findings that follow from audit.apps, as they are to be.
create temporary table app_findings on commit drop as
select o.receipt_id, f.rule, f.holds, o.account_id, o.environment, o.bundle_id,
  case f.rule
    when 'sandbox-receipt' then jsonb_strip_nulls(jsonb_build_object('receipt_type', o.receipt_type))
    else jsonb_strip_nulls(jsonb_build_object('bundle_id', o.bundle_id,
      'expected_bundle_id', o.expected_bundle_id))
  end as evidence
from pg_temp.ours_now o
cross join lateral (values
  ('sandbox-receipt', o.is_sandbox), ('foreign-app', o.is_foreign)) f (rule, holds)
cross join lateral (
  select count(*) > 0 as found
  from audit_data.receipt_findings v
  where v.receipt_id = o.receipt_id and v.rule = f.rule and v.superseded_by is null
) v
where f.holds <> v.found
  and (o.was_counted = o.is_foreign or (select apps_changed and base_run > 0 from pg_temp.scope));
-- statement
delete from audit_data.receipt_findings v
using pg_temp.app_findings a
where v.run_id = $1::bigint and v.receipt_id = a.receipt_id and v.rule = a.rule and not a.holds;
-- statement
update audit_data.receipt_findings v
set superseded_by = $1::bigint
from pg_temp.app_findings a
where v.superseded_by is null and v.receipt_id = a.receipt_id and v.rule = a.rule and not a.holds;
-- statement
insert into audit_data.receipt_findings (receipt_id, run_id, rule, severity, account_id,
  environment, bundle_id, evidence)
select a.receipt_id, $1::bigint, a.rule, r.severity, a.account_id, a.environment, a.bundle_id,
  a.evidence
from pg_temp.app_findings a
join audit.rules r using (rule)
where a.holds
on conflict (receipt_id, rule, run_id) do update set superseded_by = null;
-- statement
-- Receipts that came, went or were replaced, before and after.
create temporary table changed_receipts on commit drop as
select 1 as sign, r.receipt_id, r.verdict, r.counted, r.environment, r.bundle_id, r.expected_bundle_id,
  r.account_id, r.received_at, r.creation_date, r.payload_sha256, r.signer_sha256, r.download_id
from audit_data.receipts r
where r.run_id = $1::bigint and not (select is_full from pg_temp.scope)
union all
select -1, r.receipt_id, r.verdict, r.counted, r.environment, r.bundle_id, r.expected_bundle_id,
  r.account_id, r.received_at, r.creation_date, r.payload_sha256, r.signer_sha256, r.download_id
from audit_data.receipts r
where r.superseded_by = $1::bigint and not (select is_full from pg_temp.scope);
-- statement
-- An app that gets its first receipt, or loses its last, changes how all receipts are counted.
create temporary table app_changes on commit drop as
select bundle_id, coalesce(v.receipts, 0) as before, coalesce(v.receipts, 0) + c.receipts as after
from (
  select bundle_id, sum(sign) as receipts
  from pg_temp.changed_receipts
  where counted and bundle_id is not null
  group by bundle_id
) c
left join (select * from audit_data.counted_apps where superseded_by is null) v using (bundle_id);
-- statement
update pg_temp.scope
set is_full = true
where not is_full and exists (
  select from pg_temp.app_changes where (before = 0) <> (after = 0));
-- statement
insert into audit_data.comparisons (run_id, as_of, is_full, rules, apps)
select $1::bigint, as_of, is_full, rules, apps from pg_temp.scope;
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
-- statement
select is_full from pg_temp.scope;
