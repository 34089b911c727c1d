-- What `receipt-forge population` fills: a receipts table as a shop has it, and the truth beside it.
-- A table of that name that was not made here is never touched.
do $$
begin
  if to_regclass('public.receipts') is not null
    and obj_description(to_regclass('public.receipts'), 'pg_class')
      is distinct from 'minted by receipt-forge'
  then
    raise exception 'table public.receipts exists and was not made by receipt-forge'
      using errcode = 'duplicate_table',
        hint = 'Use another database, or rename that table.';
  end if;
end
$$;

create table if not exists public.receipts (
  receipt_id bigint primary key,
  account_id text,
  bundle_id text,
  device_id uuid,
  receipt bytea,
  received_at timestamptz not null
);
comment on table public.receipts is 'minted by receipt-forge';

create table if not exists public.receipt_truth (
  receipt_id bigint primary key,
  label text not null,
  verdict text not null,
  reason text not null,
  expected_findings text[] not null
);
comment on table public.receipt_truth is
  'minted by receipt-forge: what an audit of public.receipts must say';

create table if not exists public.transaction_truth (
  environment text not null,
  bundle_id text not null,
  transaction_id text not null,
  label text not null,
  class text,
  receipts bigint not null,
  accounts bigint not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (transaction_id, bundle_id, environment)
);
comment on table public.transaction_truth is
  'minted by receipt-forge: transactions of genuine receipts of our apps; without a class, it must not
be among the duplicates';

create table if not exists public.cancellation_truth (
  environment text not null,
  bundle_id text not null,
  product_id text not null,
  transaction_id text not null,
  original_transaction_id text not null,
  web_order_line_item_id bigint not null,
  purchase_date timestamptz not null,
  cancellation_date timestamptz not null,
  account_id text,
  receipt_id bigint not null,
  kind text not null
);
comment on table public.cancellation_truth is 'minted by receipt-forge: each cancelled purchase';

create table if not exists public.lineage_truth (
  environment text not null,
  bundle_id text not null,
  original_transaction_id text not null,
  product_id text not null,
  account_id text,
  receipt_id bigint not null,
  state text not null,
  started_at timestamptz not null,
  expires_date timestamptz not null,
  in_trial boolean not null,
  primary key (original_transaction_id, bundle_id, environment)
);
comment on table public.lineage_truth is
  'minted by receipt-forge: each subscription lineage at the as-of of public.population_truth';

create table if not exists public.account_truth (
  account_id text primary key,
  label text not null,
  is_fraud boolean not null,
  cluster_id text,
  cluster_accounts bigint
);
comment on table public.account_truth is
  'minted by receipt-forge: what each account is, and the cluster of accounts that it belongs to';

create table if not exists public.finding_truth (
  rule text not null,
  severity text not null,
  subject text not null,
  label text not null,
  primary key (rule, subject)
);
comment on table public.finding_truth is
  'minted by receipt-forge: each finding that must be open, about a receipt id, or about environment,
bundle id and transaction id separated by blanks';

create table if not exists public.app_truth (
  bundle_id text primary key,
  sharing_policy text not null,
  sandbox_allowed boolean not null
);
comment on table public.app_truth is 'minted by receipt-forge: what belongs into audit.apps';

create table if not exists public.population_truth (
  seed bigint not null,
  receipts bigint not null,
  as_of timestamptz not null
);
comment on table public.population_truth is
  'minted by receipt-forge: the moment at which the truth holds';

truncate public.receipts, public.receipt_truth, public.transaction_truth,
  public.cancellation_truth, public.lineage_truth, public.account_truth, public.finding_truth,
  public.app_truth, public.population_truth;
