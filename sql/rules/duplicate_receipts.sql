-- One genuine payload under several accounts, graded as transactions are. The payload identifies
-- the receipt: other base64 or trailing octets make no other one of it.
insert into pg_temp.found
select 'duplicate-receipt ' || d.payload_sha256, 'duplicate-receipt',
  audit_data.sharing_severity(d.accounts, a.sharing_policy, a.max_accounts),
  f.receipt_id, f.account_id, d.environment, d.bundle_id, null,
  jsonb_build_object('payload_sha256', d.payload_sha256, 'accounts', d.accounts,
    'receipts', d.receipts, 'receipt_ids', f.receipt_ids)
from (
  select r.payload_sha256, min(r.environment) as environment, min(r.bundle_id) as bundle_id,
    count(distinct r.account_id) as accounts, count(*) as receipts
  from audit_data.receipts r
  where r.superseded_by is null and r.counted and r.payload_sha256 is not null
    and r.environment <> 'xcode'
  group by r.payload_sha256
  having min(r.account_id) <> max(r.account_id)
) d
left join audit.apps a using (bundle_id)
join lateral (
  select (array_agg(x.receipt_id order by x.place))[1] as receipt_id,
    (array_agg(x.account_id order by x.place))[1] as account_id,
    jsonb_agg(x.receipt_id order by x.place) as receipt_ids
  from (
    select r.receipt_id, r.account_id,
      row_number() over (order by r.received_at, r.receipt_id) as place
    from audit_data.receipts r
    where r.superseded_by is null and r.counted and r.payload_sha256 = d.payload_sha256
    order by place
    limit 20
  ) x
) f on true;
