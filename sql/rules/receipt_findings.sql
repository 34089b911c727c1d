-- What receipts by themselves give rise to. A forged payload that several accounts sent is a traded
-- one: their number goes into the evidence, so a new copy reaches the ones before it.
-- statement full
create temporary table judged on commit drop as
select f.rule, f.receipt_id, f.severity, f.account_id, f.environment, f.bundle_id,
  f.transaction_id, f.evidence, r.payload_sha256
from audit_data.receipt_findings f
left join audit_data.receipts r
  on f.rule = 'forged-receipt' and r.receipt_id = f.receipt_id and r.superseded_by is null
where f.superseded_by is null;
-- statement incremental
create temporary table reached_receipts on commit drop as
select receipt_id from pg_temp.changed_receipts
union
select receipt_id from audit_data.receipt_findings where run_id = $1::bigint
union
select receipt_id from audit_data.receipt_findings where superseded_by = $1::bigint
union
select r.receipt_id
from (
  select distinct payload_sha256 from pg_temp.changed_receipts
  where verdict = 'forged' and payload_sha256 is not null
) c
cross join lateral (
  select r.receipt_id
  from audit_data.receipts r
  where r.payload_sha256 = c.payload_sha256 and r.superseded_by is null
    and r.verdict = 'forged'
  offset 0
) r;
-- statement incremental
create temporary table judged on commit drop as
select f.rule, c.receipt_id, f.severity, f.account_id, f.environment, f.bundle_id,
  f.transaction_id, f.evidence, r.payload_sha256
from pg_temp.reached_receipts c
cross join lateral (
  select f.* from audit_data.receipt_findings f
  where f.receipt_id = c.receipt_id and f.superseded_by is null
  offset 0
) f
left join lateral (
  select r.payload_sha256 from audit_data.receipts r
  where f.rule = 'forged-receipt' and r.receipt_id = c.receipt_id and r.superseded_by is null
  offset 0
) r on true;
-- statement
insert into pg_temp.found
select j.rule || ' ' || j.receipt_id, j.rule, j.severity, j.receipt_id, j.account_id,
  j.environment, j.bundle_id, j.transaction_id,
  case
    when s.accounts > 1
      then j.evidence || jsonb_build_object('accounts_sharing_payload', s.accounts)
    else j.evidence
  end
from pg_temp.judged j
left join lateral (
  select count(distinct r.account_id) as accounts
  from audit_data.receipts r
  where r.payload_sha256 = j.payload_sha256 and r.superseded_by is null and r.verdict = 'forged'
) s on j.payload_sha256 is not null;
