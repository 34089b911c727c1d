-- Receipts that are set aside, as the last published run has them.
select receipt_id, reason, signal, stage, detail, quarantined_at, run_id, account_id
from audit.quarantine
order by quarantined_at desc nulls last, receipt_id
