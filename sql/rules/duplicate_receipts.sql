-- One genuine payload under several accounts, graded as transactions are. The payload identifies
-- the receipt: other base64 or trailing octets make no other one of it.
-- statement full
create temporary table duplicated on commit drop as
with repeated as materialized (
  select hashtextextended(payload_sha256, 0) as digest
  from audit_data.receipts
  where superseded_by is null and counted and environment <> 'xcode'
  group by hashtextextended(payload_sha256, 0)
  having count(*) > 1
)
select payload_sha256, count(distinct account_id) as accounts, count(*) as receipts
from audit_data.receipts
where superseded_by is null and counted and environment <> 'xcode'
  and hashtextextended(payload_sha256, 0) in (select digest from repeated)
group by payload_sha256
having count(distinct account_id) > 1;
-- statement incremental
create temporary table reached_payloads on commit drop as
select distinct payload_sha256
from pg_temp.changed_receipts
where payload_sha256 is not null;
-- statement incremental
create temporary table duplicated on commit drop as
select k.payload_sha256, r.accounts, r.receipts
from pg_temp.reached_payloads k
cross join lateral (
  select count(distinct account_id) as accounts, count(*) as receipts
  from audit_data.receipts r
  where r.payload_sha256 = k.payload_sha256 and r.superseded_by is null and r.counted
    and r.environment <> 'xcode'
) r
where r.accounts > 1;
-- statement
insert into pg_temp.found
select 'duplicate-receipt ' || d.payload_sha256, 'duplicate-receipt',
  audit_data.sharing_severity(d.accounts, a.sharing_policy, a.max_accounts),
  f.receipt_id, f.account_id, f.environment, f.bundle_id, null,
  jsonb_build_object('payload_sha256', d.payload_sha256, 'accounts', d.accounts,
    'receipts', d.receipts, 'receipt_ids', l.receipt_ids)
from pg_temp.duplicated d
cross join lateral (
  select r.receipt_id, r.account_id, r.environment, r.bundle_id
  from audit_data.receipts r
  where r.payload_sha256 = d.payload_sha256 and r.superseded_by is null and r.counted
  order by r.received_at, r.receipt_id
  limit 1
) f
cross join lateral (
  select jsonb_agg(receipt_id order by received_at, receipt_id) as receipt_ids
  from (
    select r.receipt_id, r.received_at
    from audit_data.receipts r
    where r.payload_sha256 = d.payload_sha256 and r.superseded_by is null and r.counted
    order by r.received_at, r.receipt_id
    limit 20
  ) r
) l
left join audit.apps a on a.bundle_id = f.bundle_id;
