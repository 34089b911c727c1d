-- The totals of a run ($1), and its findings by rule.
insert into audit_data.run_summary (run_id, receipts, genuine, forged, untrusted, test, corrupt,
  unsupported, empty, quarantined, purchases, trials, cancelled, subscriptions, active, expired,
  in_trial, duplicate_transactions, findings_new, findings_open, findings_resolved, critical_open,
  warning_open, info_open)
select $1::bigint, r.receipts, r.genuine, r.forged, r.untrusted, r.test, r.corrupt, r.unsupported,
  r.empty, r.quarantined, p.purchases, p.trials, c.cancelled, s.subscriptions, s.active, s.expired,
  s.in_trial, d.duplicate_transactions, f.findings_new, f.findings_open, f.findings_resolved,
  f.critical_open, f.warning_open, f.info_open
from (
  select count(*) as receipts,
    count(*) filter (where verdict = 'genuine') as genuine,
    count(*) filter (where verdict = 'forged') as forged,
    count(*) filter (where verdict = 'untrusted') as untrusted,
    count(*) filter (where verdict = 'test') as test,
    count(*) filter (where verdict = 'corrupt') as corrupt,
    count(*) filter (where verdict = 'unsupported') as unsupported,
    count(*) filter (where verdict = 'empty') as empty,
    count(*) filter (where verdict = 'quarantined') as quarantined
  from audit_data.receipts
  where superseded_by is null
) r
cross join (
  select count(*) as purchases, count(*) filter (where is_trial_period) as trials
  from pg_temp.purchases
) p
cross join (select count(*) as cancelled from pg_temp.cancelled) c
cross join (
  select count(*) as subscriptions,
    count(*) filter (where state = 'active') as active,
    count(*) filter (where state = 'expired') as expired,
    count(*) filter (where in_trial) as in_trial
  from pg_temp.lineages
) s
cross join (
  select count(*) as duplicate_transactions from pg_temp.duplicates where severity is not null
) d
cross join (
  select
    count(*) filter (where status = 'open' and first_run = $1::bigint) as findings_new,
    count(*) filter (where status = 'open') as findings_open,
    count(*) filter (where status = 'resolved' and run_id = $1::bigint) as findings_resolved,
    count(*) filter (where status = 'open' and severity = 'critical') as critical_open,
    count(*) filter (where status = 'open' and severity = 'warning') as warning_open,
    count(*) filter (where status = 'open' and severity = 'info') as info_open
  from audit_data.findings
  where superseded_by is null
) f;
-- statement
insert into audit_data.rule_summary (run_id, rule, severity, findings_new, findings_open,
  findings_resolved)
select $1::bigint, rule, severity,
  count(*) filter (where status = 'open' and first_run = $1::bigint),
  count(*) filter (where status = 'open'),
  count(*) filter (where status = 'resolved' and run_id = $1::bigint)
from audit_data.findings
where superseded_by is null
group by rule, severity
having count(*) filter (where status = 'open' or run_id = $1::bigint) > 0;
-- statement
update audit.runs
set findings = (select findings_open from audit_data.run_summary where run_id = $1::bigint)
where run_id = $1::bigint;
