select finding_id, rule, severity, status, first_run, last_run, receipt_id, account_id,
  environment, bundle_id, transaction_id, disposition, evidence
from audit.findings
order by case severity when 'critical' then 1 when 'warning' then 2 else 3 end, rule, finding_id
