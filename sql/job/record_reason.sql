-- Why run $1 audits receipts again that have a result.
update audit.runs set reason = $2::text where run_id = $1::bigint
