-- Transactions seen in more than one genuine receipt of our apps, and later ids of a purchase that
-- has several. Environments and bundle ids are never compared with one another. A null account
-- says nothing, so it does not count where a named one is there.
create temporary table seen on commit drop as
select t.environment, t.bundle_id, t.transaction_id,
  count(distinct t.receipt_id) as receipts,
  count(distinct t.account_id) as accounts,
  min(t.creation_date) as first_seen,
  max(t.creation_date) as last_seen,
  min(t.product_id) as product_id,
  min(t.original_transaction_id) as original_transaction_id,
  min(t.purchase_date) as purchase_date,
  min(audit_data.purchase_key(
    t.web_order_line_item_id, t.product_type, t.original_transaction_id, t.transaction_id))
    as purchase_key,
  -- A field that one format does not carry is null, and conflicts with nothing.
  min(t.product_id) <> max(t.product_id)
    or min(t.original_transaction_id) <> max(t.original_transaction_id)
    or min(nullif(t.web_order_line_item_id, 0)) <> max(nullif(t.web_order_line_item_id, 0))
    as conflicting
from audit_data.transactions t
where t.superseded_by is null and t.counted and t.environment <> 'xcode'
  and t.bundle_id is not null and t.transaction_id is not null
group by t.environment, t.bundle_id, t.transaction_id;
-- statement
analyze pg_temp.seen;
-- statement
create temporary table duplicates on commit drop as
with restored as (
  -- The first id is the original's, else the one that receipts named first.
  select environment, bundle_id, transaction_id,
    row_number() over (
      partition by environment, bundle_id, product_id, purchase_key
      order by transaction_id = original_transaction_id desc, first_seen, purchase_date,
        transaction_id) > 1 as later
  from pg_temp.seen
  where purchase_key not like 'transaction %'
)
select s.environment, s.bundle_id, s.transaction_id,
  case
    when s.receipts > 1 and s.conflicting then 'conflicting-content'
    when s.accounts > audit_data.max_accounts(a.sharing_policy, a.max_accounts)
      then 'cross-account-replay'
    when s.accounts > 1 then 'shared-across-accounts'
    when r.later then 'restored'
    when s.accounts = 1 then 'expected-repeat'
    else 'unattributed'
  end as class,
  s.receipts, s.accounts, s.first_seen, s.last_seen, s.product_id, s.original_transaction_id,
  case
    when s.receipts > 1 and s.conflicting then 'critical'
    else audit_data.sharing_severity(s.accounts, a.sharing_policy, a.max_accounts)
  end as severity,
  null::jsonb as evidence
from pg_temp.seen s
left join restored r using (environment, bundle_id, transaction_id)
left join audit.apps a using (bundle_id)
where s.receipts > 1 or r.later;
-- statement
analyze pg_temp.duplicates;
-- statement
-- Evidence of what is worth a finding: the first owners with dates, and the contents that differ.
with uses as materialized (
  select d.environment, d.bundle_id, d.transaction_id, d.class, t.receipt_id, t.account_id,
    t.creation_date, t.product_id, t.original_transaction_id, t.web_order_line_item_id
  from pg_temp.duplicates d
  join audit_data.transactions t using (environment, bundle_id, transaction_id)
  where d.severity is not null and t.superseded_by is null and t.counted
),
owners as (
  select environment, bundle_id, transaction_id, account_id,
    count(distinct receipt_id) as receipts, min(creation_date) as first_seen,
    row_number() over (
      partition by environment, bundle_id, transaction_id
      order by min(creation_date), account_id) as place
  from uses
  where account_id is not null
  group by environment, bundle_id, transaction_id, account_id
),
owner_lists as (
  select environment, bundle_id, transaction_id,
    jsonb_agg(jsonb_build_object('account_id', account_id, 'receipts', receipts, 'first_seen',
      to_char(first_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by place)
      as owners
  from owners
  where place <= 20
  group by environment, bundle_id, transaction_id
),
contents as (
  select environment, bundle_id, transaction_id, product_id, original_transaction_id,
    web_order_line_item_id,
    row_number() over (
      partition by environment, bundle_id, transaction_id
      order by product_id, original_transaction_id, web_order_line_item_id) as place
  from uses
  where class = 'conflicting-content'
  group by environment, bundle_id, transaction_id, product_id, original_transaction_id,
    web_order_line_item_id
),
content_lists as (
  select environment, bundle_id, transaction_id,
    jsonb_agg(jsonb_build_object('product_id', product_id,
      'original_transaction_id', original_transaction_id,
      'web_order_line_item_id', web_order_line_item_id) order by place) as contents
  from contents
  where place <= 20
  group by environment, bundle_id, transaction_id
)
update pg_temp.duplicates d
set evidence = jsonb_strip_nulls(jsonb_build_object('product_id', d.product_id,
  'accounts', d.accounts, 'receipts', d.receipts, 'owners', o.owners, 'contents', c.contents))
from pg_temp.duplicates s
left join owner_lists o using (environment, bundle_id, transaction_id)
left join content_lists c using (environment, bundle_id, transaction_id)
where s.severity is not null and d.environment = s.environment and d.bundle_id = s.bundle_id
  and d.transaction_id = s.transaction_id;
-- statement
update audit_data.duplicate_transactions v
set superseded_by = $1::bigint
where v.superseded_by is null and not exists (
  select from pg_temp.duplicates d
  where d.environment = v.environment and d.bundle_id = v.bundle_id
    and d.transaction_id = v.transaction_id
    and row(d.class, d.receipts, d.accounts, d.first_seen, d.last_seen, d.product_id,
      d.original_transaction_id, d.severity, d.evidence)
      is not distinct from row(v.class, v.receipts, v.accounts, v.first_seen, v.last_seen,
      v.product_id, v.original_transaction_id, v.severity, v.evidence));
-- statement
insert into audit_data.duplicate_transactions (run_id, environment, bundle_id, transaction_id,
  class, receipts, accounts, first_seen, last_seen, product_id, original_transaction_id, severity,
  evidence)
select $1::bigint, d.environment, d.bundle_id, d.transaction_id, d.class, d.receipts, d.accounts,
  d.first_seen, d.last_seen, d.product_id, d.original_transaction_id, d.severity, d.evidence
from pg_temp.duplicates d
where not exists (
  select from audit_data.duplicate_transactions v
  where v.superseded_by is null and v.environment = d.environment
    and v.bundle_id = d.bundle_id and v.transaction_id = d.transaction_id)
-- The order makes the search end before the first row goes in: else it would meet each of them.
order by d.environment, d.bundle_id, d.transaction_id;
