-- Takes back what run $1 itself said of the receipts $2, so that it can say it anew.
with receipts as (
  delete from audit_data.receipts where receipt_id = any($2::text[]) and run_id = $1::bigint
),
transactions as (
  delete from audit_data.transactions where receipt_id = any($2::text[]) and run_id = $1::bigint
),
renewals as (
  delete from audit_data.renewals where receipt_id = any($2::text[]) and run_id = $1::bigint
),
notifications as (
  delete from audit_data.notifications where receipt_id = any($2::text[]) and run_id = $1::bigint
)
delete from audit_data.receipt_findings where receipt_id = any($2::text[]) and run_id = $1::bigint
