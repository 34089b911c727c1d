-- Findings after run $1: the new ones and all open ones, by rule and severity.
select
  rule,
  severity,
  count(*) filter (where first_run = $1::bigint) as new,
  count(*) as open
from audit.findings
where status = 'open'
group by rule, severity
order by rule, severity
