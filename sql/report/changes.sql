-- The totals of run {run_id} beside those of the published run before it.
select m.measure, n.value as now, b.value as before, n.value - b.value as change
from (values (1, 'receipts'), (2, 'genuine'), (3, 'forged'), (4, 'untrusted'), (5, 'test'),
  (6, 'corrupt'), (7, 'unsupported'), (8, 'empty'), (9, 'quarantined'), (10, 'purchases'),
  (11, 'trials'), (12, 'cancelled'), (13, 'subscriptions'), (14, 'active'), (15, 'expired'),
  (16, 'in_trial'), (17, 'duplicate_transactions'), (18, 'findings_new'),
  (19, 'findings_open'), (20, 'findings_resolved'), (21, 'findings_silent'), (22, 'critical_open'),
  (23, 'warning_open'), (24, 'info_open')) m (place, measure)
left join lateral (
  select (to_jsonb(s) ->> m.measure)::bigint as value
  from audit.run_summary s
  where run_id = {run_id}
) n on true
left join lateral (
  select (to_jsonb(s) ->> m.measure)::bigint as value
  from audit.run_summary s
  where run_id = {previous}
) b on true
order by m.place
