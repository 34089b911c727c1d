-- Lets receipts $1 (null: all that are set aside) be tried again: their current result is under no
-- policy any more, so that the next run judges them.
with receipts as (
  update audit_data.receipts
  set policy_id = 0
  where superseded_by is null
    and verdict = 'quarantined'
    and ($1::text[] is null or receipt_id = any($1::text[]))
  returning receipt_id
),
entries as (
  delete from audit_data.quarantine
  where $1::text[] is null or receipt_id = any($1::text[])
  returning receipt_id
)
select receipt_id from receipts union select receipt_id from entries order by receipt_id
