-- The receipts of a case: of an account, or one receipt with its siblings, which are those of the
-- same account and those of the same payload.
with subject as (
  select receipt_id, account_id, payload_sha256
  from receipts
  where receipt_id = {receipt} or account_id = {account}
)
select r.receipt_id,
  case
    when s.receipt_id is not null then 'the case'
    when r.account_id in (select account_id from subject) then 'same account'
    else 'same payload'
  end as relation, r.account_id, r.received_at, r.verdict, r.reason, r.format, r.environment,
  r.bundle_id, r.creation_date, r.purchases, r.payload_sha256
from receipts r
left join subject s using (receipt_id)
where s.receipt_id is not null
  or r.account_id in (select account_id from subject)
  or r.payload_sha256 in (select payload_sha256 from subject)
order by s.receipt_id is null, r.verdict = 'genuine', r.received_at, r.receipt_id collate "C"
limit 1000
