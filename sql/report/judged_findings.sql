-- The findings that people judged, newest judgement first.
select finding_id, rule, severity, status, disposition, decided_by, decided_at, until, is_silent,
  account_id, receipt_id, note
from findings
where disposition is not null
order by decided_at desc, finding_id
limit 500
