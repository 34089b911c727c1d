-- Run $1 takes the place of what earlier runs said of the receipts $2.
update audit_data.transactions
set superseded_by = $1::bigint
where receipt_id = any($2::text[]) and superseded_by is null and run_id <> $1::bigint
