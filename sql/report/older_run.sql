-- The tables as they were visible at published run {run_id}, under the names of the views.
create or replace temporary view receipts as
select * from audit_data.receipts
where run_id <= {run_id} and (superseded_by is null or superseded_by > {run_id});

create or replace temporary view transactions as
select * from audit_data.transactions
where run_id <= {run_id} and (superseded_by is null or superseded_by > {run_id});

create or replace temporary view findings as
select v.finding_id, v.rule, v.severity, v.receipt_id, v.account_id, v.environment, v.bundle_id,
  v.transaction_id, v.first_run, coalesce(v.last_run, {run_id}) as last_run, v.status, v.evidence,
  d.disposition, d.note, d.decided_by, d.decided_at, d.until
from audit_data.findings v
left join lateral (
  select * from audit.dispositions d
  where d.finding_id = v.finding_id
  order by d.decided_at desc, d.disposition_id desc
  limit 1
) d on true
where v.run_id <= {run_id} and (v.superseded_by is null or v.superseded_by > {run_id});

create or replace temporary view duplicate_transactions as
select * from audit_data.duplicate_transactions
where run_id <= {run_id} and (superseded_by is null or superseded_by > {run_id});

create or replace temporary view cancellations as
select * from audit_data.cancellations
where run_id <= {run_id} and (superseded_by is null or superseded_by > {run_id});

create or replace temporary view subscriptions as
select * from audit_data.subscriptions
where run_id <= {run_id} and (superseded_by is null or superseded_by > {run_id});

create or replace temporary view expired_subscriptions as
select s.*, greatest(r.as_of - s.expires_date, interval '0') as expired_for
from subscriptions s
cross join (select as_of from audit.runs where run_id = {run_id}) r
where s.state = 'expired'
