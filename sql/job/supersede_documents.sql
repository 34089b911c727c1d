-- Run $1 takes the place of what earlier runs said of the tokens in the receipts $2, and of what it
-- said itself before their stored value changed.
with own_renewals as (
  delete from audit_data.renewals where receipt_id = any($2::text[]) and run_id = $1::bigint
),
own_notifications as (
  delete from audit_data.notifications where receipt_id = any($2::text[]) and run_id = $1::bigint
),
renewals as (
  update audit_data.renewals
  set superseded_by = $1::bigint
  where receipt_id = any($2::text[]) and superseded_by is null and run_id <> $1::bigint
)
update audit_data.notifications
set superseded_by = $1::bigint
where receipt_id = any($2::text[]) and superseded_by is null and run_id <> $1::bigint
