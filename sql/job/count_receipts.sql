-- Tells run $1 how many receipts its batches judged.
update audit.runs
set receipts = (select count(*) from audit_data.receipts where run_id = $1::bigint)
where run_id = $1::bigint
