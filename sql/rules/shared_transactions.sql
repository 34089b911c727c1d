-- Findings of transactions that several accounts use, and of contents that conflict. A lineage may
-- be shared although no single transaction of it is (each account holds other renewals): that is
-- one finding on its original id, unless that id by itself shows as many accounts.
insert into pg_temp.found
with candidates as (
  select case class when 'conflicting-content' then 'conflicting-transaction'
      else 'duplicate-transaction' end as rule,
    environment, bundle_id, transaction_id, severity, accounts,
    evidence || jsonb_build_object('class', class) as evidence
  from pg_temp.duplicates
  where severity is not null
  union all
  select 'duplicate-transaction', l.environment, l.bundle_id, l.original_transaction_id,
    audit_data.sharing_severity(l.accounts, a.sharing_policy, a.max_accounts), l.accounts,
    jsonb_build_object('product_id', l.product_id, 'accounts', l.accounts,
      'receipts', l.receipts, 'lineage', true, 'class',
      case when l.accounts > audit_data.max_accounts(a.sharing_policy, a.max_accounts)
        then 'cross-account-replay' else 'shared-across-accounts' end)
  from (
    select t.environment, t.bundle_id, t.original_transaction_id, min(t.product_id) as product_id,
      count(distinct t.account_id) as accounts, count(distinct t.receipt_id) as receipts
    from audit_data.transactions t
    where t.superseded_by is null and t.counted and t.environment <> 'xcode'
      and t.bundle_id is not null and t.original_transaction_id is not null
    group by t.environment, t.bundle_id, t.original_transaction_id
    having min(t.account_id) <> max(t.account_id)
  ) l
  left join audit.apps a using (bundle_id)
  where l.accounts > (
    select coalesce(max(s.accounts), 0) from pg_temp.seen s
    where s.environment = l.environment and s.bundle_id = l.bundle_id
      and s.original_transaction_id = l.original_transaction_id)
),
chosen as (
  select distinct on (rule, environment, bundle_id, transaction_id) *
  from candidates
  order by rule, environment, bundle_id, transaction_id, accounts desc, evidence ? 'lineage'
)
select concat_ws(' ', c.rule, c.environment, c.bundle_id, c.transaction_id), c.rule, c.severity,
  f.receipt_id, f.account_id, c.environment, c.bundle_id, c.transaction_id,
  jsonb_strip_nulls(c.evidence)
from chosen c
left join lateral (
  -- The first that used it.
  select t.receipt_id, t.account_id
  from audit_data.transactions t
  where t.superseded_by is null and t.counted and t.environment = c.environment
    and t.bundle_id = c.bundle_id
    and (t.transaction_id = c.transaction_id
      or (c.evidence ? 'lineage' and t.original_transaction_id = c.transaction_id))
  order by t.creation_date, t.account_id is null, t.receipt_id
  limit 1
) f on true;
