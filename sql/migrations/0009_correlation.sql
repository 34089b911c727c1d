-- What lets a night compare only what its new rows reach.
--
-- A lineage is what an original transaction id ties together; a transaction that names none is a
-- lineage of its own. Whatever comparisons say of a transaction, a purchase or a subscription
-- follows from the rows of its lineage, so a lineage is compared whole or not at all.

alter table audit_data.transactions add column statement bigint generated always as (
  hash_record_extended(row(environment, bundle_id, transaction_id, original_transaction_id,
    web_order_line_item_id, product_id, product_type, purchase_date, expires_date,
    cancellation_date, cancellation_reason, is_trial_period, is_upgraded, account_id), 0)) stored;
comment on column audit_data.transactions.statement is
  'Digest of all that is compared: rows that share it differ in nothing but the receipt.';
create index transactions_original on audit_data.transactions (original_transaction_id);
create index transactions_line_item on audit_data.transactions (web_order_line_item_id)
  where web_order_line_item_id <> 0;
create index receipts_payload on audit_data.receipts (payload_sha256);
create index receipts_download on audit_data.receipts (download_id) where download_id <> 0;
create index receipts_signer on audit_data.receipts (signer_sha256, run_id)
  where verdict = 'genuine';

create index renewals_original on audit_data.renewals (original_transaction_id);

create table audit_data.watched_lineages (
  lineage text constraint watched_lineages_pkey primary key
);
comment on table audit_data.watched_lineages is
  'Lineages that are compared whenever they are seen again: several accounts use them, an account
is not known, or what receipts say of them differs. Others change by new statements alone. One that
need not be here does no harm, so none is taken out.';

create table audit_data.crossed_lineages (
  lineage text not null,
  other text not null,
  constraint crossed_lineages_pkey primary key (lineage, other)
);
comment on table audit_data.crossed_lineages is
  'Lineages that are compared together: one transaction or one purchase is stated under both.';

create table audit_data.comparisons (
  run_id bigint constraint comparisons_pkey primary key,
  as_of timestamptz not null,
  is_full boolean not null,
  rules jsonb not null,
  apps jsonb not null
);
comment on table audit_data.comparisons is
  'What each run compared under: the next goes on from it where that is the same.';
comment on column audit_data.comparisons.is_full is 'All was compared, not only what was reached.';
comment on column audit_data.comparisons.rules is 'Version of each rule of the catalogue.';
comment on column audit_data.comparisons.apps is 'The rows of audit.apps.';

create table audit_data.counted_apps (
  run_id bigint not null,
  superseded_by bigint,
  bundle_id text not null,
  receipts bigint not null,
  constraint counted_apps_pkey primary key (bundle_id, run_id)
);
comment on table audit_data.counted_apps is
  'Versions of the number of receipts that enter comparisons and totals, by app.';

-- The column that tells most apart comes first.
alter table audit_data.duplicate_transactions drop constraint duplicate_transactions_pkey;
alter table audit_data.duplicate_transactions add constraint duplicate_transactions_pkey
  primary key (transaction_id, bundle_id, environment, run_id);
drop index audit_data.duplicate_transactions_current;
create unique index duplicate_transactions_current
  on audit_data.duplicate_transactions (transaction_id, bundle_id, environment)
  where superseded_by is null;
alter table audit_data.cancellations drop constraint cancellations_pkey;
alter table audit_data.cancellations add constraint cancellations_pkey
  primary key (purchase_key, product_id, bundle_id, environment, run_id);
drop index audit_data.cancellations_current;
create unique index cancellations_current
  on audit_data.cancellations (purchase_key, product_id, bundle_id, environment)
  where superseded_by is null;
alter table audit_data.subscriptions drop constraint subscriptions_pkey;
alter table audit_data.subscriptions add constraint subscriptions_pkey
  primary key (original_transaction_id, bundle_id, environment, run_id);
drop index audit_data.subscriptions_current;
create unique index subscriptions_current
  on audit_data.subscriptions (original_transaction_id, bundle_id, environment)
  where superseded_by is null;

-- Rows of one run lie together: ranges of blocks find them, and cost nothing to keep.
drop index audit_data.findings_run;
create index findings_run on audit_data.findings using brin (run_id);
create index findings_transaction on audit_data.findings (transaction_id)
  where superseded_by is null and transaction_id is not null;
drop index audit_data.duplicate_transactions_run;
create index duplicate_transactions_run on audit_data.duplicate_transactions using brin (run_id);
drop index audit_data.cancellations_run;
create index cancellations_run on audit_data.cancellations using brin (run_id);
drop index audit_data.subscriptions_run;
create index subscriptions_run on audit_data.subscriptions using brin (run_id);

alter table audit_data.subscriptions add column next_change timestamptz;
comment on column audit_data.subscriptions.next_change is
  'When its next period starts or ends: until then the state holds by itself; null: for good.';
create index subscriptions_next_change on audit_data.subscriptions (next_change)
  where superseded_by is null;
alter table audit_data.subscriptions drop constraint subscriptions_state_known;
alter table audit_data.subscriptions add constraint subscriptions_state_known
  check (state in ('active', 'expired', 'cancelled', 'pending'));
comment on column audit_data.subscriptions.state is
  'pending: nothing of it has started at as-of; readers do not see it.';

-- Which receipt carries something is looked up by who asks: it would change with every receipt
-- that repeats what is known.
drop view audit.expired_subscriptions, audit.subscriptions, audit.cancellations,
  audit.duplicate_transactions cascade;
alter table audit_data.subscriptions drop column receipt_id;
alter table audit_data.cancellations drop column receipt_id;

create view audit.duplicate_transactions as
select v.environment, v.bundle_id, v.transaction_id, v.class, v.receipts, v.accounts, v.first_seen,
  v.last_seen, v.product_id, v.original_transaction_id, v.severity, v.evidence, v.run_id
from audit_data.duplicate_transactions v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id)
union all
select t.environment, t.bundle_id, t.transaction_id, 'expected-repeat',
  count(distinct t.receipt_id), 1::bigint, min(t.creation_date), max(t.creation_date),
  min(t.product_id), min(t.original_transaction_id), null, null, max(t.run_id)
from audit_data.transactions t, audit_data.published p
where t.run_id <= p.run_id and (t.superseded_by is null or t.superseded_by > p.run_id)
  and t.counted and t.environment <> 'xcode' and t.bundle_id is not null
  and t.transaction_id is not null
  and not exists (
    select from audit_data.duplicate_transactions v
    where v.environment = t.environment and v.bundle_id = t.bundle_id
      and v.transaction_id = t.transaction_id
      and v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id))
group by t.environment, t.bundle_id, t.transaction_id
having min(t.receipt_id) <> max(t.receipt_id);
comment on view audit.duplicate_transactions is
  'One row for each transaction of genuine receipts of our apps that is seen more than once.
Expected repeats, which are most of what receipts hold, are counted when they are asked for.';

create view audit.cancellations as
select v.environment, v.bundle_id, v.product_id, v.purchase_key, v.transaction_id,
  v.original_transaction_id, v.web_order_line_item_id, v.cancellation_date, v.cancellation_reason,
  v.purchase_date, v.account_id,
  (
    select t.receipt_id
    from audit_data.transactions t
    where t.transaction_id = v.transaction_id and t.environment = v.environment
      and t.bundle_id = v.bundle_id and t.cancellation_date = v.cancellation_date
      and t.counted and t.run_id <= p.run_id
      and (t.superseded_by is null or t.superseded_by > p.run_id)
    order by t.creation_date desc nulls last, t.receipt_id
    limit 1
  ) as receipt_id,
  v.kind,
  (
    select max(t.creation_date)
    from audit_data.transactions t
    where t.transaction_id = v.transaction_id and t.environment = v.environment
      and t.bundle_id = v.bundle_id
      and t.counted and t.run_id <= p.run_id
      and (t.superseded_by is null or t.superseded_by > p.run_id)
  ) as stated_at,
  v.run_id
from audit_data.cancellations v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);
comment on view audit.cancellations is
  'One row for each cancelled purchase, however many receipts say so. Consumables leave receipts when
they are used up, so a refund of one cannot be told from its use: none is listed but where a
statement names it.';
comment on column audit.cancellations.receipt_id is 'The newest receipt that says so.';
comment on column audit.cancellations.stated_at is
  'Creation date of the newest receipt that names the purchase: a receipt proves a state at its
creation and not after it.';

create view audit.subscriptions as
select v.environment, v.bundle_id, v.original_transaction_id, v.product_id, v.account_id,
  (
    select t.receipt_id
    from audit_data.transactions t
    where t.original_transaction_id = v.original_transaction_id and t.environment = v.environment
      and t.bundle_id = v.bundle_id
      and t.counted and t.run_id <= p.run_id
      and (t.superseded_by is null or t.superseded_by > p.run_id)
    order by t.creation_date desc nulls last, t.account_id is null, t.receipt_id
    limit 1
  ) as receipt_id,
  v.state, v.started_at, v.expires_date, v.in_trial, n.auto_renew_status as will_renew,
  n.is_in_billing_retry_period as in_billing_retry, n.grace_period_expires_date as grace_until,
  v.run_id
from audit_data.published p
join audit_data.subscriptions v
  on v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id)
left join lateral (
  select w.auto_renew_status, w.is_in_billing_retry_period, w.grace_period_expires_date
  from audit_data.renewals w
  where w.original_transaction_id = v.original_transaction_id and w.environment = v.environment
    and w.verified and w.run_id <= p.run_id
    and (w.superseded_by is null or w.superseded_by > p.run_id)
  order by w.signed_date desc nulls last, w.receipt_id, w.position
  limit 1
) n on true
where v.state <> 'pending';
comment on view audit.subscriptions is
  'One row for each subscription lineage, as it stood at the as-of of the published run.';
comment on column audit.subscriptions.receipt_id is 'The newest receipt that carries it.';
comment on column audit.subscriptions.state is
  'By receipt: grace periods and billing retry are in no receipt, nor is what came after it.';
comment on column audit.subscriptions.will_renew is
  'By the newest renewal info of the lineage, as the two columns after it; null: there is none.';

create view audit.expired_subscriptions as
select s.environment, s.bundle_id, s.original_transaction_id, s.product_id, s.account_id,
  s.receipt_id, s.state, s.started_at, s.expires_date, s.in_trial, s.will_renew,
  s.in_billing_retry, s.grace_until,
  greatest(r.as_of - s.expires_date, interval '0') as expired_for, s.run_id
from audit.subscriptions s, audit_data.published p
join audit.runs r using (run_id)
where s.state = 'expired';
comment on view audit.expired_subscriptions is
  'Subscriptions that have run out by receipt. Grace and billing retry are not knowable from receipts:
where renewal info is stored it tells.';

-- Statistics of tables that have grown, from a small sample: sizes are what matters to comparisons.
create or replace function audit_data.collect_statistics()
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
set default_statistics_target = 20 as $$
declare
  grown regclass;
begin
  for grown in
    select c.oid
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'audit_data' and c.relkind = 'r'
      and c.relname in ('receipts', 'transactions', 'receipt_findings', 'findings',
        'duplicate_transactions', 'cancellations', 'subscriptions')
      and abs(pg_relation_size(c.oid) / 8192 - c.relpages) > 100 + c.relpages / 5
  loop
    execute format('analyze %s', grown);
  end loop;
end
$$;

-- A receipt's and its purchases' new versions for run $1, as ours or not as pg_temp.rejudged says.
-- Columns are taken from the catalogue: later migrations add some.
create function audit_data.restate_rejudged(relation regclass, run bigint)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  carried text;
begin
  select string_agg(format('v.%I', attname), ', ' order by attnum) into carried
  from pg_attribute
  where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
    and attname not in ('run_id', 'superseded_by', 'counted');
  execute format(
    'update %s v set superseded_by = %s from pg_temp.rejudged j
     where j.run_id < %s and v.receipt_id = j.receipt_id and v.superseded_by is null',
    relation, run, run);
  execute format(
    'insert into %s (run_id, counted, %s)
     select %s, j.counted and %s, %s
     from pg_temp.rejudged j join %s v on v.receipt_id = j.receipt_id and v.superseded_by = %s
     where j.run_id < %s',
    relation, replace(carried, 'v.', ''), run,
    case when relation = 'audit_data.transactions'::regclass then 'v.verified' else 'true' end,
    carried, relation, run, run);
  execute format(
    'update %s v set counted = j.counted%s from pg_temp.rejudged j
     where j.run_id = %s and v.receipt_id = j.receipt_id and v.run_id = %s',
    relation,
    case when relation = 'audit_data.transactions'::regclass then ' and v.verified' else '' end,
    run, run);
end
$$;
comment on function audit_data.restate_rejudged is
  'Writes the versions that a change of audit.apps makes of receipts or transactions.';
