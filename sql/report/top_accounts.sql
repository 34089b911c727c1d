-- The accounts that most speaks against.
select f.account_id, count(*) filter (where severity = 'critical') as critical,
  count(*) filter (where severity = 'warning') as warning,
  string_agg(distinct rule, ', ' order by rule) as rules
from findings f
where status = 'open' and not is_silent and severity in ('critical', 'warning') and account_id is not null
group by f.account_id
order by critical desc, warning desc, f.account_id collate "C"
limit 20
