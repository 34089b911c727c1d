-- Findings by rule after run {run_id}: what is worst first.
select rule, severity, findings_new as new, findings_open - findings_new as still_open,
  findings_resolved as resolved
from audit.rule_summary
where run_id = {run_id}
order by array_position(array['critical', 'warning', 'info'], severity), findings_open desc, rule
