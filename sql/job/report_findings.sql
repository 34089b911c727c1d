-- Findings after run $1: the new ones and all open ones, by rule and severity, without those that a
-- person has settled.
select
  rule,
  severity,
  count(*) filter (where first_run = $1::bigint) as new,
  count(*) as open
from audit.findings
where status = 'open' and not is_silent
group by rule, severity
order by rule, severity
