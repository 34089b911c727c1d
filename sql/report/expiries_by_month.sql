-- The last 24 months in which subscriptions ran out.
select *
from (
  select to_char(expires_date at time zone 'UTC', 'YYYY-MM') as month, count(*) as expired
  from expired_subscriptions
  where environment = 'production'
  group by 1
  order by 1 desc
  limit 24
) newest
order by month
