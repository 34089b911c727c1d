-- The runs, newest first.
select run_id, status, mode, as_of, started_at, finished_at, receipts, findings
from audit.runs
order by run_id desc
