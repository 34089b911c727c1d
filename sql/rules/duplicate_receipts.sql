-- One genuine payload under several accounts, graded as transactions are. The payload identifies
-- the receipt: other base64 or trailing octets make no other one of it.
insert into pg_temp.found
with duplicated as (
  select payload_sha256, count(distinct account_id) as accounts, count(*) as receipts
  from audit_data.receipts
  where superseded_by is null and counted and environment <> 'xcode'
    and payload_sha256 is not null
  group by payload_sha256
  having min(account_id) <> max(account_id)
),
carriers as (
  select d.*, r.receipt_id, r.account_id, r.environment, r.bundle_id,
    row_number() over (
      partition by d.payload_sha256 order by r.received_at, r.receipt_id) as place
  from duplicated d
  join audit_data.receipts r using (payload_sha256)
  where r.superseded_by is null and r.counted
)
select 'duplicate-receipt ' || f.payload_sha256, 'duplicate-receipt',
  audit_data.sharing_severity(f.accounts, a.sharing_policy, a.max_accounts),
  f.receipt_id, f.account_id, f.environment, f.bundle_id, null,
  jsonb_build_object('payload_sha256', f.payload_sha256, 'accounts', f.accounts,
    'receipts', f.receipts, 'receipt_ids', l.receipt_ids)
from carriers f
join (
  select payload_sha256, jsonb_agg(receipt_id order by place) as receipt_ids
  from carriers
  where place <= 20
  group by payload_sha256
) l using (payload_sha256)
left join audit.apps a using (bundle_id)
where f.place = 1;
