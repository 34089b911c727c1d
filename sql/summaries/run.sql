-- The totals of run $1, and its findings by rule: all counted, or what changed on top of the
-- published run's.
-- statement full
create temporary table rule_counts on commit drop as
select rule, severity,
  count(*) filter (where status = 'open' and first_run = $1::bigint) as findings_new,
  count(*) filter (where status = 'open') as findings_open,
  count(*) filter (where status = 'resolved' and run_id = $1::bigint) as findings_resolved
from audit_data.findings
where superseded_by is null
group by rule, severity;
-- statement incremental
create temporary table rule_counts on commit drop as
select rule, severity, sum(findings_new)::bigint as findings_new,
  sum(findings_open)::bigint as findings_open, sum(findings_resolved)::bigint as findings_resolved
from (
  select r.rule, r.severity, 0 as findings_new, r.findings_open, 0 as findings_resolved
  from audit_data.rule_summary r
  where r.run_id = (select base_run from pg_temp.scope)
  union all
  select rule, severity, (finding_id is null)::integer, 1, 0
  from pg_temp.finding_changes where present
  union all
  select rule_before, severity_before, 0, -1, (not present)::integer
  from pg_temp.finding_changes where status_before = 'open'
) c
group by rule, severity;
-- statement
-- Open ones that a person has settled, as of this run.
create temporary table silent_counts on commit drop as
select f.rule, f.severity, count(*) as findings_silent
from audit_data.silenced d
cross join pg_temp.scope c
cross join lateral (
  select f.rule, f.severity
  from audit_data.findings f
  where f.finding_id = d.finding_id and f.superseded_by is null and f.status = 'open'
  offset 0
) f
where coalesce(d.until > c.as_of, true)
group by f.rule, f.severity;
-- statement
insert into audit_data.rule_summary (run_id, rule, severity, findings_new, findings_open,
  findings_resolved, findings_silent)
select $1::bigint, rule, severity, findings_new, findings_open, findings_resolved,
  coalesce(findings_silent, 0)
from pg_temp.rule_counts
left join pg_temp.silent_counts using (rule, severity)
where findings_open > 0 or findings_resolved > 0;
-- statement
insert into audit_data.run_summary (run_id, receipts, genuine, forged, untrusted, test, corrupt,
  unsupported, empty, quarantined, purchases, trials, cancelled, subscriptions, active, expired,
  in_trial, duplicate_transactions, findings_new, findings_open, findings_resolved, critical_open,
  warning_open, info_open, findings_silent)
select $1::bigint, d.receipts, d.genuine, d.forged, d.untrusted, d.test, d.corrupt, d.unsupported,
  d.empty, d.quarantined, d.purchases, d.trials, d.cancelled,
  coalesce(b.subscriptions, 0) + s.subscriptions, d.active, d.expired,
  coalesce(b.in_trial, 0) + s.in_trial,
  coalesce(b.duplicate_transactions, 0) + t.duplicate_transactions, f.findings_new,
  f.findings_open, f.findings_resolved, f.critical_open, f.warning_open, f.info_open,
  f.findings_silent
from (
  select coalesce(sum(receipts), 0) as receipts, coalesce(sum(genuine), 0) as genuine,
    coalesce(sum(forged), 0) as forged, coalesce(sum(untrusted), 0) as untrusted,
    coalesce(sum(test), 0) as test, coalesce(sum(corrupt), 0) as corrupt,
    coalesce(sum(unsupported), 0) as unsupported, coalesce(sum(empty), 0) as empty,
    coalesce(sum(quarantined), 0) as quarantined, coalesce(sum(purchases), 0) as purchases,
    coalesce(sum(trials), 0) as trials, coalesce(sum(cancelled), 0) as cancelled,
    coalesce(sum(active), 0) as active, coalesce(sum(expired), 0) as expired
  from pg_temp.daily
) d
cross join (
  select count(*) filter (where state <> 'pending')
      - (select count(*) from pg_temp.known_subscriptions
        where state <> 'pending' and not (select is_full from pg_temp.scope)) as subscriptions,
    count(*) filter (where in_trial)
      - (select count(*) from pg_temp.known_subscriptions
        where in_trial and not (select is_full from pg_temp.scope)) as in_trial
  from pg_temp.lineages
) s
cross join (
  select count(*)
      - (select count(*) from pg_temp.known_duplicates
        where severity is not null and not (select is_full from pg_temp.scope))
      as duplicate_transactions
  from pg_temp.duplicates
  where severity is not null
) t
cross join (
  select coalesce(sum(findings_new), 0) as findings_new, coalesce(sum(n), 0) as findings_open,
    coalesce(sum(findings_resolved), 0) as findings_resolved,
    coalesce(sum(n) filter (where severity = 'critical'), 0) as critical_open,
    coalesce(sum(n) filter (where severity = 'warning'), 0) as warning_open,
    coalesce(sum(n) filter (where severity = 'info'), 0) as info_open,
    coalesce(sum(findings_silent), 0) as findings_silent
  from pg_temp.rule_counts
  left join pg_temp.silent_counts using (rule, severity)
  cross join lateral (values (findings_open - coalesce(findings_silent, 0))) o (n)
) f
left join audit_data.run_summary b
  on b.run_id = (select base_run from pg_temp.scope where not is_full);
-- statement
update audit.runs
set findings = (select findings_open from audit_data.run_summary where run_id = $1::bigint)
where run_id = $1::bigint;
