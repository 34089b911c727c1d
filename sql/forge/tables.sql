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

truncate public.receipts, public.receipt_truth;
