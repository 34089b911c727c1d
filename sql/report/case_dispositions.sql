-- Every judgement of findings that name the case, oldest first.
with subject as (
  select receipt_id
  from receipts
  where receipt_id = {receipt} or account_id = {account}
)
select d.finding_id, f.rule, d.disposition, d.note, d.decided_by, d.decided_at, d.until
from audit.dispositions d
join findings f using (finding_id)
where f.receipt_id in (select receipt_id from subject) or f.account_id = {account}
order by d.decided_at, d.disposition_id
limit 1000
