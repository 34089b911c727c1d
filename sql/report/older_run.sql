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
  d.disposition, d.note, d.decided_by, d.decided_at, d.until,
  coalesce(d.disposition in ('accepted', 'false-positive') and coalesce(d.until > r.as_of, true),
    false) as is_silent
from audit_data.findings v
join audit.runs r on r.run_id = {run_id}
left join lateral (
  select * from audit.dispositions d
  where d.finding_id = v.finding_id
  order by d.decided_at desc, d.disposition_id desc
  limit 1
) d on true
where v.run_id <= {run_id} and (v.superseded_by is null or v.superseded_by > {run_id});

create or replace temporary view duplicate_transactions as
select environment, bundle_id, transaction_id, class, receipts, accounts, first_seen, last_seen,
  product_id, original_transaction_id, severity, evidence
from audit_data.duplicate_transactions
where run_id <= {run_id} and (superseded_by is null or superseded_by > {run_id})
union all
select environment, bundle_id, transaction_id, 'expected-repeat', count(distinct receipt_id), 1,
  min(creation_date), max(creation_date), min(product_id), min(original_transaction_id), null, null
from transactions t
where counted and environment <> 'xcode' and bundle_id is not null and transaction_id is not null
  and not exists (
    select from audit_data.duplicate_transactions v
    where v.environment = t.environment and v.bundle_id = t.bundle_id
      and v.transaction_id = t.transaction_id
      and v.run_id <= {run_id} and (v.superseded_by is null or v.superseded_by > {run_id}))
group by environment, bundle_id, transaction_id
having min(receipt_id) <> max(receipt_id);

create or replace temporary view cancellations as
select v.*, (
  select t.receipt_id
  from transactions t
  where t.transaction_id = v.transaction_id and t.environment = v.environment
    and t.bundle_id = v.bundle_id and t.cancellation_date = v.cancellation_date and t.counted
  order by t.creation_date desc nulls last, t.receipt_id
  limit 1) as receipt_id
from audit_data.cancellations v
where v.run_id <= {run_id} and (v.superseded_by is null or v.superseded_by > {run_id});

create or replace temporary view subscriptions as
select v.*, (
  select t.receipt_id
  from transactions t
  where t.original_transaction_id = v.original_transaction_id and t.environment = v.environment
    and t.bundle_id = v.bundle_id and t.counted
  order by t.creation_date desc nulls last, t.account_id is null, t.receipt_id
  limit 1) as receipt_id
from audit_data.subscriptions v
where v.run_id <= {run_id} and (v.superseded_by is null or v.superseded_by > {run_id})
  and v.state <> 'pending';

create or replace temporary view expired_subscriptions as
select s.*, greatest(r.as_of - s.expires_date, interval '0') as expired_for
from subscriptions s
cross join (select as_of from audit.runs where run_id = {run_id}) r
where s.state = 'expired';

create or replace temporary view account_clusters as
select * from audit_data.account_clusters
where run_id <= {run_id} and (superseded_by is null or superseded_by > {run_id})
