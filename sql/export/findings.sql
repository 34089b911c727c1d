select finding_id, rule, severity, status, first_run, last_run, receipt_id, account_id,
  environment, bundle_id, transaction_id, disposition, evidence
from findings
where not is_silent
  and ({since} is null or first_run in (select run_id from audit.runs where as_of >= {since}))
  and ({rule} is null or rule = {rule})
  and ({severity} is null or severity = {severity})
  and ({app} is null or bundle_id = {app})
  and ({account} is null or account_id = {account}
    or evidence -> 'owners' @> jsonb_build_array(jsonb_build_object('account_id', {account})))
order by case severity when 'critical' then 1 when 'warning' then 2 else 3 end, rule, finding_id
