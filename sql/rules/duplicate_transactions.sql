-- Transactions of genuine receipts of our apps that ask for a word: used by several accounts, by
-- nobody known, stated in contradiction, or later ids of a purchase that has several. All of them
-- are in odd lineages. Repeats within one account are counted by the view. Environments and bundle
-- ids are never compared with one another; a null account says nothing where a named one is there.
create temporary table seen on commit drop as
select environment, bundle_id, transaction_id, count(distinct account_id) as accounts,
  min(product_id) as product_id, min(original_transaction_id) as original_transaction_id,
  -- A field that one format does not carry is null, and conflicts with nothing.
  coalesce(min(product_id) <> max(product_id), false)
    or coalesce(min(original_transaction_id) <> max(original_transaction_id), false)
    or coalesce(min(nullif(web_order_line_item_id, 0)) <> max(nullif(web_order_line_item_id, 0)),
      false) as conflicting
from pg_temp.odd_statements
where side = 1 and transaction_id is not null
group by environment, bundle_id, transaction_id;
-- statement
create temporary table later_ids on commit drop as
select distinct environment, bundle_id, transaction_id
from (
  -- The first id is the original's, else the one that receipts named first.
  select environment, bundle_id, transaction_id,
    row_number() over (
      partition by environment, bundle_id, product_id, purchase_key
      order by bool_or(transaction_id = original_transaction_id) desc, min(first_seen),
        min(purchase_date), transaction_id) as place
  from pg_temp.odd_statements
  where side = 1 and transaction_id is not null and product_id is not null
    and purchase_key not like 'transaction %'
  group by environment, bundle_id, product_id, purchase_key, transaction_id
) i
where place > 1;
-- statement
create temporary table duplicates on commit drop as
with candidates as materialized (
  select s.*, l.transaction_id is not null as is_later
  from pg_temp.seen s
  left join pg_temp.later_ids l using (environment, bundle_id, transaction_id)
  where s.conflicting or s.accounts <> 1 or l.transaction_id is not null
)
select s.environment, s.bundle_id, s.transaction_id,
  case
    when r.receipts > 1 and s.conflicting then 'conflicting-content'
    when s.accounts > audit_data.max_accounts(a.sharing_policy, a.max_accounts)
      then 'cross-account-replay'
    when s.accounts > 1 then 'shared-across-accounts'
    when s.is_later then 'restored'
    else 'unattributed'
  end as class,
  r.receipts, s.accounts, r.first_seen, r.last_seen, s.product_id, s.original_transaction_id,
  case
    when r.receipts > 1 and s.conflicting then 'critical'
    else audit_data.sharing_severity(s.accounts, a.sharing_policy, a.max_accounts)
  end as severity,
  null::jsonb as evidence
from candidates s
left join audit.apps a using (bundle_id)
cross join lateral (
  select count(distinct t.receipt_id) as receipts, min(t.creation_date) as first_seen,
    max(t.creation_date) as last_seen
  from audit_data.transactions t
  where t.transaction_id = s.transaction_id and t.environment = s.environment
    and t.bundle_id = s.bundle_id and t.superseded_by is null and t.counted
) r
where s.accounts > 1 or s.is_later or r.receipts > 1 and (s.conflicting or s.accounts = 0);
-- statement
analyze pg_temp.duplicates;
-- statement
-- Evidence of what is worth a finding: the first owners with dates, and the contents that differ.
with uses as materialized (
  select d.environment, d.bundle_id, d.transaction_id, d.class, t.receipt_id, t.account_id,
    t.creation_date, t.product_id, t.original_transaction_id, t.web_order_line_item_id
  from pg_temp.duplicates d
  cross join lateral (
    select *
    from audit_data.transactions t
    where t.transaction_id = d.transaction_id and t.environment = d.environment
      and t.bundle_id = d.bundle_id and t.superseded_by is null and t.counted
    offset 0
  ) t
  where d.severity is not null
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
-- statement full
create temporary table known_duplicates on commit drop as
select v.ctid as tid, v.*
from audit_data.duplicate_transactions v
where v.superseded_by is null;
-- statement incremental
create temporary table known_duplicates on commit drop as
select v.*
from (
  select distinct environment, bundle_id, transaction_id
  from pg_temp.odd_statements
  where transaction_id is not null
) k
cross join lateral (
  select v.ctid as tid, v.*
  from audit_data.duplicate_transactions v
  where v.environment = k.environment and v.bundle_id = k.bundle_id
    and v.transaction_id = k.transaction_id and v.superseded_by is null
  offset 0
) v;
-- statement
create temporary table duplicate_changes on commit drop as
select v.tid, v.severity as severity_before, d.*
from pg_temp.known_duplicates v
full join pg_temp.duplicates d using (environment, bundle_id, transaction_id)
where row(v.class, v.receipts, v.accounts, v.first_seen, v.last_seen, v.product_id,
    v.original_transaction_id, v.severity, v.evidence)
  is distinct from row(d.class, d.receipts, d.accounts, d.first_seen, d.last_seen, d.product_id,
    d.original_transaction_id, d.severity, d.evidence);
-- statement
update audit_data.duplicate_transactions
set superseded_by = $1::bigint
where ctid = any (array(
  select tid from pg_temp.duplicate_changes where tid is not null));
-- statement
insert into audit_data.duplicate_transactions (run_id, environment, bundle_id, transaction_id,
  class, receipts, accounts, first_seen, last_seen, product_id, original_transaction_id, severity,
  evidence)
select $1::bigint, d.environment, d.bundle_id, d.transaction_id, d.class, d.receipts, d.accounts,
  d.first_seen, d.last_seen, d.product_id, d.original_transaction_id, d.severity, d.evidence
from pg_temp.duplicate_changes d
where d.class is not null
order by d.transaction_id, d.bundle_id, d.environment;
