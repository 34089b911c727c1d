-- One row for each account, with the open findings that name it: what is worst first.
with of_receipts as (
  select account_id, count(*) as receipts,
    count(*) filter (where verdict = 'genuine') as genuine,
    count(*) filter (where verdict = 'forged') as forged,
    min(received_at) as first_received, max(received_at) as last_received
  from receipts
  where account_id is not null
    and ({app} is null or {app} in (bundle_id, expected_bundle_id))
    and ({account} is null or account_id = {account})
  group by account_id
),
of_findings as (
  select account_id,
    count(*) filter (where severity = 'critical') as critical,
    count(*) filter (where severity = 'warning') as warning,
    count(*) filter (where severity = 'info') as info,
    bool_or(({rule} is null or rule = {rule}) and ({severity} is null or severity = {severity}))
      as asked_for,
    jsonb_agg(distinct rule order by rule) as rules
  from findings
  where status = 'open' and not is_silent and account_id is not null
  group by account_id
),
of_subscriptions as (
  select account_id, count(*) filter (where state = 'active') as active
  from subscriptions
  where account_id is not null
  group by account_id
),
of_cancellations as (
  select account_id, count(*) as cancelled
  from cancellations
  where account_id is not null
  group by account_id
)
select r.account_id, coalesce(f.critical, 0) as critical_findings,
  coalesce(f.warning, 0) as warning_findings, coalesce(f.info, 0) as info_findings, r.receipts,
  r.genuine, r.forged, coalesce(c.cancelled, 0) as cancelled_purchases,
  coalesce(s.active, 0) as active_subscriptions, r.first_received, r.last_received,
  coalesce(f.rules, '[]') as rules
from of_receipts r
left join of_findings f using (account_id)
left join of_subscriptions s using (account_id)
left join of_cancellations c using (account_id)
where ({since} is null or r.last_received >= {since})
  and (({rule} is null and {severity} is null) or f.asked_for)
order by coalesce(f.critical, 0) desc, coalesce(f.warning, 0) desc, r.forged desc,
  r.account_id collate "C"
