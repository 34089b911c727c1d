-- Findings of run $1, the new ones and all open ones, by rule and severity, without those that a
-- person has settled.
select rule, severity, findings_new as new, findings_open - findings_silent as open
from audit_data.rule_summary
where run_id = $1::bigint and findings_open > findings_silent
order by rule, severity
