-- The state of each subscription lineage at the run's as-of. A period covers [purchase, expiry):
-- at the second of a renewal the new period counts. Cancelled periods cover nothing, and a purchase
-- that is recorded ahead covers nothing before it starts.
--
-- Aggregates and no joins: the planner takes the three columns of a lineage for independent, expects
-- one row of each join, and would loop.
create temporary table lineages on commit drop as
with periods as (
  select p.*, p.purchase_date <= r.as_of as started,
    p.cancellation_date is null and p.purchase_date <= r.as_of and r.as_of < p.expires_date
      as covering
  from pg_temp.purchases p
  cross join (select as_of from audit.runs where run_id = $1::bigint) r
  where p.original_transaction_id is not null and p.purchase_date is not null
    and p.expires_date is not null
    and coalesce(p.product_type, 'auto-renewable-subscription') = 'auto-renewable-subscription'
),
-- In an overlap (a change of plan) the later purchase speaks for the lineage.
whole as (
  select environment, bundle_id, original_transaction_id,
    (array_agg(product_id order by purchase_date desc, expires_date desc, transaction_id desc)
      filter (where covering))[1] as covering_product_id,
    (array_agg(is_trial_period order by purchase_date desc, expires_date desc,
      transaction_id desc) filter (where covering))[1] as covered_by_trial,
    (array_agg(product_id order by purchase_date desc, expires_date desc, transaction_id desc)
      filter (where started))[1] as started_product_id,
    (array_agg(cancellation_date is not null order by purchase_date desc, expires_date desc,
      transaction_id desc) filter (where started))[1] as started_is_cancelled,
    (array_agg(account_id order by creation_date desc nulls last, account_id is null,
      receipt_id))[1] as account_id,
    (array_agg(receipt_id order by creation_date desc nulls last, account_id is null,
      receipt_id))[1] as receipt_id,
    min(purchase_date) as started_at,
    coalesce(max(expires_date) filter (where cancellation_date is null), max(expires_date))
      as expires_date
  from periods
  group by environment, bundle_id, original_transaction_id
  having bool_or(started)
)
select environment, bundle_id, original_transaction_id,
  coalesce(covering_product_id, started_product_id) as product_id, account_id, receipt_id,
  case
    when covering_product_id is not null then 'active'
    when started_is_cancelled then 'cancelled'
    else 'expired'
  end as state,
  started_at, expires_date, coalesce(covered_by_trial, false) as in_trial
from whole;
-- statement
analyze pg_temp.lineages;
-- statement
update audit_data.subscriptions v
set superseded_by = $1::bigint
where v.superseded_by is null and not exists (
  select from pg_temp.lineages l
  where l.environment = v.environment and l.bundle_id = v.bundle_id
    and l.original_transaction_id = v.original_transaction_id
    and row(l.product_id, l.account_id, l.receipt_id, l.state, l.started_at, l.expires_date,
      l.in_trial)
      is not distinct from row(v.product_id, v.account_id, v.receipt_id, v.state, v.started_at,
      v.expires_date, v.in_trial));
-- statement
insert into audit_data.subscriptions (run_id, environment, bundle_id, original_transaction_id,
  product_id, account_id, receipt_id, state, started_at, expires_date, in_trial)
select $1::bigint, l.environment, l.bundle_id, l.original_transaction_id, l.product_id,
  l.account_id, l.receipt_id, l.state, l.started_at, l.expires_date, l.in_trial
from pg_temp.lineages l
where not exists (
  select from audit_data.subscriptions v
  where v.superseded_by is null and v.environment = l.environment
    and v.bundle_id = l.bundle_id and v.original_transaction_id = l.original_transaction_id)
-- The order makes the search end before the first row goes in: else it would meet each of them.
order by l.environment, l.bundle_id, l.original_transaction_id;
-- statement
-- How long ago is left to the view: evidence that grows by a day would be a new version each night.
insert into pg_temp.found
select concat_ws(' ', 'expired-subscription', l.environment, l.bundle_id,
    l.original_transaction_id),
  'expired-subscription', 'info', l.receipt_id, l.account_id, l.environment, l.bundle_id,
  l.original_transaction_id,
  jsonb_build_object('product_id', l.product_id, 'expires_date',
    to_char(l.expires_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
from pg_temp.lineages l
where l.state = 'expired';
