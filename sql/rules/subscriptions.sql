-- The state of each subscription lineage at the run's as-of. A period covers [purchase, expiry):
-- at the second of a renewal the new period counts. Cancelled periods cover nothing, and a purchase
-- that is recorded ahead covers nothing before it starts.
create temporary table periods on commit drop as
select environment, bundle_id, original_transaction_id, transaction_id, statement, product_id,
  account_id, lineage, is_trial_period, purchase_date, expires_date,
  cancellation_date is not null as is_cancelled,
  purchase_date <= as_of as started,
  cancellation_date is null and purchase_date <= as_of and as_of < expires_date as covering,
  least(case when purchase_date > as_of then purchase_date end,
    case when expires_date > as_of then expires_date end) as next_change
from (select *, (select as_of from pg_temp.scope) as as_of from pg_temp.statements) s
where side = 1 and speaks and original_transaction_id is not null
  and purchase_date is not null and expires_date is not null
  and coalesce(product_type, 'auto-renewable-subscription') = 'auto-renewable-subscription';
-- statement
create temporary table spans on commit drop as
select environment, bundle_id, original_transaction_id, min(lineage) as lineage,
  min(account_id) as account_id, min(purchase_date) as started_at,
  coalesce(max(expires_date) filter (where not is_cancelled), max(expires_date)) as expires_date,
  bool_or(covering) as is_covered,
  -- In an overlap (a change of plan) the later purchase speaks for the lineage.
  coalesce(max(purchase_date) filter (where covering), max(purchase_date) filter (where started))
    as decided_at,
  min(next_change) as next_change
from pg_temp.periods
group by environment, bundle_id, original_transaction_id;
-- statement
-- Where several accounts carry a lineage, the newest receipt's has it.
update pg_temp.spans s
set account_id = o.account_id
from (
  select distinct on (environment, bundle_id, original_transaction_id)
    environment, bundle_id, original_transaction_id, account_id
  from pg_temp.odd_statements
  where side = 1 and original_transaction_id is not null
  order by environment, bundle_id, original_transaction_id, last_seen desc, account_id
) o
where s.environment = o.environment and s.bundle_id = o.bundle_id
  and s.original_transaction_id = o.original_transaction_id;
-- statement
create temporary table lineages on commit drop as
select distinct on (s.ctid) s.environment, s.bundle_id, s.original_transaction_id,
  p.product_id, s.account_id,
  case
    when s.decided_at is null then 'pending'
    when s.is_covered then 'active'
    when p.is_cancelled then 'cancelled'
    else 'expired'
  end as state,
  s.started_at, s.expires_date, s.is_covered and p.is_trial_period as in_trial, s.next_change,
  p.transaction_id, p.statement
from pg_temp.spans s
join pg_temp.periods p on p.lineage = s.lineage
  and p.purchase_date = coalesce(s.decided_at, s.started_at)
  -- Hardly ever more than one is left: no need to hash these too.
  and p.environment is not distinct from s.environment
  and p.bundle_id is not distinct from s.bundle_id
  and p.original_transaction_id is not distinct from s.original_transaction_id
  and p.covering is not distinct from s.is_covered
-- One row for each span, which its place names as well as its three columns do.
order by s.ctid, p.expires_date desc, p.transaction_id desc nulls last, p.product_id, p.statement;
-- statement full
create temporary table known_subscriptions on commit drop as
select v.ctid as tid, v.*
from audit_data.subscriptions v
where v.superseded_by is null;
-- statement incremental
create temporary table known_subscriptions on commit drop as
select v.*
from pg_temp.reached r
cross join lateral (
  select v.ctid as tid, v.*
  from audit_data.subscriptions v
  where v.original_transaction_id = r.lineage and v.superseded_by is null
  offset 0
) v;
-- statement
create temporary table subscription_changes on commit drop as
select v.tid, v.state as state_before, v.in_trial as in_trial_before, l.*
from pg_temp.known_subscriptions v
full join pg_temp.lineages l using (environment, bundle_id, original_transaction_id)
where row(v.product_id, v.account_id, v.state, v.started_at, v.expires_date, v.in_trial,
    v.next_change)
  is distinct from row(l.product_id, l.account_id, l.state, l.started_at, l.expires_date,
    l.in_trial, l.next_change);
-- statement
update audit_data.subscriptions
set superseded_by = $1::bigint
where ctid = any (array(
  select tid from pg_temp.subscription_changes where tid is not null));
-- statement
insert into audit_data.subscriptions (run_id, environment, bundle_id, original_transaction_id,
  product_id, account_id, state, started_at, expires_date, in_trial, next_change)
select $1::bigint, l.environment, l.bundle_id, l.original_transaction_id, l.product_id,
  l.account_id, l.state, l.started_at, l.expires_date, l.in_trial, l.next_change
from pg_temp.subscription_changes l
where l.state is not null
order by l.original_transaction_id, l.bundle_id, l.environment;
-- statement
-- How long ago is left to the view: evidence that grows by a day would be a new version each night.
-- The receipt is the first that states the last period.
insert into pg_temp.found
select concat_ws(' ', 'expired-subscription', l.environment, l.bundle_id,
    l.original_transaction_id),
  'expired-subscription', 'info', t.receipt_id, l.account_id, l.environment, l.bundle_id,
  l.original_transaction_id,
  jsonb_build_object('product_id', l.product_id, 'expires_date',
    to_char(l.expires_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
from pg_temp.lineages l
left join lateral (
  select t.receipt_id
  from audit_data.transactions t
  where t.transaction_id = l.transaction_id and t.statement = l.statement
    and t.superseded_by is null and t.counted
  order by t.creation_date nulls first, t.receipt_id
  limit 1
) t on true
where l.state = 'expired';
