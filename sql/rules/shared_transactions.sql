-- Findings of transactions that several accounts use, and of contents that conflict. A lineage may
-- be shared although no single transaction of it is (each account holds other renewals): that is
-- one finding on its original id, unless one of its transactions by itself shows as many accounts.
create temporary table shared on commit drop as
with lineages as (
  select environment, bundle_id, original_transaction_id, min(product_id) as product_id,
    count(distinct account_id) as accounts
  from pg_temp.odd_statements
  where side = 1 and original_transaction_id is not null
  group by environment, bundle_id, original_transaction_id
  having min(account_id) <> max(account_id)
),
widest as (
  select environment, bundle_id, original_transaction_id, max(accounts) as accounts
  from pg_temp.seen
  where accounts > 1
  group by environment, bundle_id, original_transaction_id
),
candidates as (
  select case class when 'conflicting-content' then 'conflicting-transaction'
      else 'duplicate-transaction' end as rule,
    environment, bundle_id, transaction_id,
    case when class <> 'conflicting-content' and original_transaction_id <> transaction_id
      then original_transaction_id end as lineage,
    severity, accounts, false as of_lineage,
    evidence || jsonb_build_object('class', class) as evidence
  from pg_temp.duplicates
  where severity is not null
  union all
  select 'duplicate-transaction', l.environment, l.bundle_id, l.original_transaction_id, null,
    audit_data.sharing_severity(l.accounts, a.sharing_policy, a.max_accounts), l.accounts, true,
    jsonb_build_object('product_id', l.product_id, 'accounts', l.accounts,
      'receipts', r.receipts, 'lineage', true, 'class',
      case when l.accounts > audit_data.max_accounts(a.sharing_policy, a.max_accounts)
        then 'cross-account-replay' else 'shared-across-accounts' end)
  from lineages l
  left join widest w using (environment, bundle_id, original_transaction_id)
  left join audit.apps a using (bundle_id)
  cross join lateral (
    select count(distinct t.receipt_id) as receipts
    from audit_data.transactions t
    where t.original_transaction_id = l.original_transaction_id
      and t.environment = l.environment and t.bundle_id = l.bundle_id
      and t.superseded_by is null and t.counted
  ) r
  where l.accounts > coalesce(w.accounts, 0)
)
select distinct on (rule, environment, bundle_id, lineage, transaction_id) *
from candidates
order by rule, environment, bundle_id, lineage, transaction_id, accounts desc, of_lineage;
-- statement
-- The receipt and the account of each finding are the first that used it.
insert into pg_temp.found
select concat_ws(' ', s.rule, s.environment, s.bundle_id, s.lineage, s.transaction_id), s.rule,
  s.severity,
  t.receipt_id, t.account_id, s.environment, s.bundle_id, s.transaction_id,
  jsonb_strip_nulls(s.evidence)
from pg_temp.shared s
cross join lateral (
  select t.receipt_id, t.account_id
  from (
    select * from audit_data.transactions t
    where not s.of_lineage and t.transaction_id = s.transaction_id
    union all
    select * from audit_data.transactions t
    where s.of_lineage and t.original_transaction_id = s.transaction_id
  ) t
  where t.environment = s.environment and t.bundle_id = s.bundle_id and t.superseded_by is null
    and t.counted
  order by t.creation_date, t.account_id is null, t.receipt_id
  limit 1
) t;
