-- What receipts by themselves give rise to. A forged payload that several accounts sent is a traded
-- one: their number goes into the evidence.
insert into pg_temp.found
select f.rule || ' ' || f.receipt_id, f.rule, f.severity, f.receipt_id, f.account_id,
  f.environment, f.bundle_id, f.transaction_id,
  case
    when s.accounts is null then f.evidence
    else f.evidence || jsonb_build_object('accounts_sharing_payload', s.accounts)
  end
from audit_data.receipt_findings f
left join audit_data.receipts r
  on f.rule = 'forged-receipt' and r.receipt_id = f.receipt_id and r.superseded_by is null
left join (
  select payload_sha256, count(distinct account_id) as accounts
  from audit_data.receipts
  where superseded_by is null and verdict = 'forged' and payload_sha256 is not null
  group by payload_sha256
  having count(distinct account_id) > 1
) s on s.payload_sha256 = r.payload_sha256
where f.superseded_by is null;
