-- Money at risk, an estimate, by what puts it there and by currency; null is what has no price. A
-- genuine transaction has the price that Apple signed, where it names one, else the list price of
-- its day; a forged one has the list price alone: what it says of itself is worth nothing. What
-- people have settled is not at risk.
with as_of as (
  select as_of from audit.runs where run_id = {run_id}
),
settled as materialized (
  select rule, receipt_id, environment, bundle_id, transaction_id from findings where is_silent
),
-- Every purchase that a forged receipt claims for an account which does not prove it elsewhere.
forged as (
  select distinct on (t.account_id, t.bundle_id, t.product_id, t.transaction_id)
    'forged' as cause, t.bundle_id, t.product_id, t.purchase_date, 1::bigint as times,
    null::bigint as signed_price, null::text as signed_currency
  from transactions t
  join receipts r using (receipt_id)
  where r.verdict = 'forged' and t.environment not in ('sandbox', 'xcode')
    and t.cancellation_date is null
    and not exists (
      select from settled s
      where s.receipt_id = r.receipt_id and s.rule in ('forged-receipt', 'known-forgery'))
    and not exists (
      select from transactions g
      where g.verified and g.transaction_id = t.transaction_id
        and g.product_id = t.product_id and g.account_id is not distinct from t.account_id)
  order by t.account_id, t.bundle_id, t.product_id, t.transaction_id, t.purchase_date
),
-- What accounts beyond the first use of a transaction that was paid once.
shared as (
  select 'shared' as cause, d.bundle_id, d.product_id, p.purchase_date, d.accounts - 1 as times,
    p.price_milliunits as signed_price, p.currency as signed_currency
  from duplicate_transactions d
  cross join lateral (
    select t.purchase_date, t.price_milliunits, t.currency
    from transactions t
    where t.transaction_id = d.transaction_id and t.bundle_id = d.bundle_id
      and t.environment = d.environment and t.verified
    order by t.price_milliunits desc nulls last, t.receipt_id
    limit 1
  ) p
  where d.severity in ('critical', 'warning') and d.accounts > 1
    and d.environment = 'production'
    and not exists (
      select from settled s
      where s.rule = 'duplicate-transaction' and s.transaction_id = d.transaction_id
        and s.bundle_id = d.bundle_id and s.environment = d.environment)
),
refunded as (
  select 'refunded' as cause, c.bundle_id, c.product_id, c.purchase_date, 1::bigint as times,
    p.price_milliunits as signed_price, p.currency as signed_currency
  from cancellations c
  left join lateral (
    select t.price_milliunits, t.currency
    from transactions t
    where t.transaction_id = c.transaction_id and t.receipt_id = c.receipt_id and t.verified
    limit 1
  ) p on true
  where c.kind <> 'upgraded' and c.environment = 'production'
),
uses as (
  select * from forged
  union all
  select * from shared
  union all
  select * from refunded
)
select u.cause, coalesce(u.signed_currency, l.currency) as currency,
  sum(u.times)::bigint as purchases,
  round(sum(u.times * coalesce(u.signed_price, l.price_milliunits)) / 1000.0, 2) as estimate
from uses u
cross join as_of
left join lateral (
  select p.price_milliunits, p.currency
  from audit.product_prices p
  where p.bundle_id = u.bundle_id and p.product_id = u.product_id
    and p.valid_from <= coalesce(u.purchase_date, as_of.as_of)
    and u.signed_price is null
  order by p.valid_from desc
  limit 1
) l on true
group by u.cause, coalesce(u.signed_currency, l.currency)
order by array_position(array['forged', 'shared', 'refunded'], u.cause), currency nulls last
