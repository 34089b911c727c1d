-- Counts. The per-run tables have a row for each run; daily and product counts are versioned like
-- the results, so that a night which changes one day writes one row, and the views unfold them to
-- a row for each run.

create table audit_data.run_summary (
  run_id bigint constraint run_summary_pkey primary key,
  receipts bigint not null,
  genuine bigint not null,
  forged bigint not null,
  untrusted bigint not null,
  test bigint not null,
  corrupt bigint not null,
  unsupported bigint not null,
  empty bigint not null,
  quarantined bigint not null,
  purchases bigint not null,
  trials bigint not null,
  cancelled bigint not null,
  subscriptions bigint not null,
  active bigint not null,
  expired bigint not null,
  in_trial bigint not null,
  duplicate_transactions bigint not null,
  findings_new bigint not null,
  findings_open bigint not null,
  findings_resolved bigint not null,
  critical_open bigint not null,
  warning_open bigint not null,
  info_open bigint not null
);

create table audit_data.rule_summary (
  run_id bigint not null,
  rule text not null,
  severity text not null,
  findings_new bigint not null,
  findings_open bigint not null,
  findings_resolved bigint not null,
  constraint rule_summary_pkey primary key (run_id, rule, severity)
);

create table audit_data.daily_summary (
  run_id bigint not null,
  superseded_by bigint,
  day date,
  bundle_id text,
  environment text not null,
  receipts bigint not null,
  genuine bigint not null,
  forged bigint not null,
  untrusted bigint not null,
  test bigint not null,
  corrupt bigint not null,
  unsupported bigint not null,
  empty bigint not null,
  quarantined bigint not null,
  purchases bigint not null,
  trials bigint not null,
  cancelled bigint not null,
  active bigint not null,
  expired bigint not null,
  findings_new bigint not null,
  findings_open bigint not null,
  findings_resolved bigint not null,
  constraint daily_summary_key unique nulls not distinct (day, bundle_id, environment, run_id)
);
create index daily_summary_run on audit_data.daily_summary (run_id);

create table audit_data.product_summary (
  run_id bigint not null,
  superseded_by bigint,
  bundle_id text not null,
  product_id text not null,
  environment text not null,
  purchases bigint not null,
  trials bigint not null,
  cancelled bigint not null,
  active bigint not null,
  expired bigint not null,
  findings_new bigint not null,
  findings_open bigint not null,
  findings_resolved bigint not null,
  constraint product_summary_pkey primary key (bundle_id, product_id, environment, run_id)
);
create index product_summary_run on audit_data.product_summary (run_id);

create view audit.run_summary as
select r.as_of, r.mode, r.started_at, r.finished_at, s.*
from audit_data.run_summary s
join audit.runs r using (run_id)
where r.status = 'published';
comment on view audit.run_summary is 'Totals of each published run, over all environments.';
comment on column audit.run_summary.receipts is 'Stored receipts, the sum of the eight verdicts.';
comment on column audit.run_summary.purchases is
  'Distinct purchases of genuine receipts of our apps; restores and repeats count once.';
comment on column audit.run_summary.trials is 'Purchases that are trial periods.';
comment on column audit.run_summary.active is 'Subscription lineages covered at as-of.';
comment on column audit.run_summary.in_trial is 'Active lineages whose covering period is a trial.';
comment on column audit.run_summary.duplicate_transactions is
  'Transactions that more than one account uses, or whose contents conflict.';

create view audit.rule_summary as
select s.*
from audit_data.rule_summary s
join audit.runs r using (run_id)
where r.status = 'published';
comment on view audit.rule_summary is 'Findings of each published run by rule and severity.';

create view audit.daily_summary as
select r.run_id, v.day, v.bundle_id, v.environment, v.receipts, v.genuine, v.forged, v.untrusted,
  v.test, v.corrupt, v.unsupported, v.empty, v.quarantined, v.purchases, v.trials, v.cancelled,
  v.active, v.expired, v.findings_new, v.findings_open, v.findings_resolved
from audit.runs r
join audit_data.daily_summary v
  on v.run_id <= r.run_id and (v.superseded_by is null or v.superseded_by > r.run_id)
where r.status = 'published';
comment on view audit.daily_summary is
  'Each published run by day (UTC), app and environment; ask for one run_id.';
comment on column audit.daily_summary.day is
  'Receipts and findings: received (else signed); purchases and trials: bought; cancelled: when;
active: started; expired: ran out.';
comment on column audit.daily_summary.bundle_id is 'Null for receipts that name no app of ours.';

create view audit.product_summary as
select r.run_id, v.bundle_id, v.product_id, v.environment, v.purchases, v.trials, v.cancelled,
  v.active, v.expired, v.findings_new, v.findings_open, v.findings_resolved
from audit.runs r
join audit_data.product_summary v
  on v.run_id <= r.run_id and (v.superseded_by is null or v.superseded_by > r.run_id)
where r.status = 'published';
comment on view audit.product_summary is
  'Each published run by app, product and environment; ask for one run_id.';
