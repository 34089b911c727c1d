-- Findings of transactions that several accounts use, and of contents that conflict. A lineage may
-- be shared although no single transaction of it is (each account holds other renewals): that is
-- one finding on its original id, unless one of its transactions by itself shows as many accounts.
create temporary table shared on commit drop as
with lineages as (
  select t.environment, t.bundle_id, t.original_transaction_id, min(t.product_id) as product_id,
    count(distinct t.account_id) as accounts, count(distinct t.receipt_id) as receipts
  from audit_data.transactions t
  where t.superseded_by is null and t.counted and t.environment <> 'xcode'
    and t.bundle_id is not null and t.original_transaction_id is not null
  group by t.environment, t.bundle_id, t.original_transaction_id
  having min(t.account_id) <> max(t.account_id)
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
    environment, bundle_id, transaction_id, severity, accounts, false as of_lineage,
    evidence || jsonb_build_object('class', class) as evidence
  from pg_temp.duplicates
  where severity is not null
  union all
  select 'duplicate-transaction', l.environment, l.bundle_id, l.original_transaction_id,
    audit_data.sharing_severity(l.accounts, a.sharing_policy, a.max_accounts), l.accounts, true,
    jsonb_build_object('product_id', l.product_id, 'accounts', l.accounts,
      'receipts', l.receipts, 'lineage', true, 'class',
      case when l.accounts > audit_data.max_accounts(a.sharing_policy, a.max_accounts)
        then 'cross-account-replay' else 'shared-across-accounts' end)
  from lineages l
  left join widest w using (environment, bundle_id, original_transaction_id)
  left join audit.apps a using (bundle_id)
  where l.accounts > coalesce(w.accounts, 0)
)
select distinct on (rule, environment, bundle_id, transaction_id) *
from candidates
order by rule, environment, bundle_id, transaction_id, accounts desc, of_lineage;
-- statement
analyze pg_temp.shared;
-- statement
-- The receipt and the account of each finding are the first that used it.
insert into pg_temp.found
select distinct on (s.rule, s.environment, s.bundle_id, s.transaction_id)
  concat_ws(' ', s.rule, s.environment, s.bundle_id, s.transaction_id), s.rule, s.severity,
  t.receipt_id, t.account_id, s.environment, s.bundle_id, s.transaction_id,
  jsonb_strip_nulls(s.evidence)
from pg_temp.shared s
join audit_data.transactions t
  on t.environment = s.environment and t.bundle_id = s.bundle_id
  and case when s.of_lineage then t.original_transaction_id else t.transaction_id end
    = s.transaction_id
where t.superseded_by is null and t.counted
order by s.rule, s.environment, s.bundle_id, s.transaction_id, t.creation_date,
  t.account_id is null, t.receipt_id;
