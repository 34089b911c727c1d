-- Run $1 takes the place of what earlier runs said of the receipts $2, and of what it said itself
-- before their stored value changed.
with own as (
  delete from audit_data.transactions
  where receipt_id = any($2::text[]) and run_id = $1::bigint
)
update audit_data.transactions
set superseded_by = $1::bigint
where receipt_id = any($2::text[]) and superseded_by is null and run_id <> $1::bigint
