-- What was found that names the case, with the newest judgement of a person.
with subject as (
  select receipt_id, account_id, payload_sha256
  from receipts
  where receipt_id = {receipt} or account_id = {account}
),
ids as (
  select distinct environment, transaction_id
  from transactions
  where receipt_id in (select receipt_id from subject) and verified
)
select f.finding_id, f.rule, f.severity, f.status, f.receipt_id, f.account_id, f.transaction_id,
  f.first_run, f.last_run, f.disposition, f.note, f.decided_by, f.decided_at, f.evidence
from findings f
where f.receipt_id in (select receipt_id from subject)
  or f.account_id = {account}
  or (f.environment, f.transaction_id) in (select environment, transaction_id from ids)
  or f.evidence ->> 'payload_sha256' in (select payload_sha256 from subject)
order by array_position(array['critical', 'warning', 'info'], f.severity), f.rule, f.finding_id
limit 1000
