-- Cancellations and expiries by product, over the year before the as-of of {run_id}.
with since as (
  select as_of - interval '12 months' as since from audit.runs where run_id = {run_id}
),
events as (
  select cancellation_date as at, bundle_id, product_id, kind = 'upgraded' as upgraded,
    kind <> 'upgraded' as refunded, false as expired
  from cancellations
  where environment = 'production'
  union all
  select expires_date, bundle_id, product_id, false, false, true
  from expired_subscriptions
  where environment = 'production'
)
select bundle_id, product_id, count(*) filter (where upgraded) as upgraded,
  count(*) filter (where refunded) as refunded_or_revoked,
  count(*) filter (where expired) as expired
from events, since
where at >= since
group by bundle_id, product_id
order by count(*) desc, bundle_id collate "C", product_id collate "C"
limit 100
