-- The last 30 published runs up to {run_id}.
select *
from (
  select run_id, as_of, receipts, forged, critical_open, warning_open, findings_new as new,
    findings_resolved as resolved
  from audit.run_summary
  where run_id <= {run_id}
  order by run_id desc
  limit 30
) newest
order by run_id
