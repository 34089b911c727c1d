-- The last 24 months in which purchases were cancelled.
select *
from (
  select to_char(cancellation_date at time zone 'UTC', 'YYYY-MM') as month,
    count(*) filter (where kind = 'upgraded') as upgraded,
    count(*) filter (where kind <> 'upgraded') as refunded_or_revoked
  from cancellations
  where environment = 'production'
  group by 1
  order by 1 desc
  limit 24
) newest
order by month
