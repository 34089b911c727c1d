-- Receipts of accounts $2 to $3 for run $1, shaped as a store's are: one to twelve receipts of each
-- account, a month apart, of which each names all that was bought before it. $4: only one more
-- receipt of each, of the night after.
insert into audit_data.receipts (receipt_id, run_id, policy_id, account_id, received_at, format,
  verdict, signature, trust, reason, environment, receipt_type, bundle_id, app_version,
  creation_date, download_id, purchases, payload_sha256, signer_sha256, digest, repairs, counted)
select 'r' || (a * 16 + j), $1::bigint, 1, o.account_id, o.created + interval '1 hour',
  'app-receipt', 'genuine', 'valid', 'trusted', 'ok', 'production', 'Production',
  'com.example.app' || a % 3, '5.1', o.created, 500000000000000 + a, least(j, k),
  encode(sha256(('payload ' || a || ' ' || j)::bytea), 'hex'),
  'f9b6c1a0d2e34f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f809a1b2c3', 'sha256', '{}', true
from generate_series($2::bigint, $3::bigint) a
cross join lateral (values (1 + a % 12)) n (k)
cross join lateral generate_series(case when $4 then k + 1 else 1 end,
  case when $4 then k + 1 else k end) j
cross join lateral (
  select
    case
      when a % 100 = 11 then null
      -- A household of two, and a receipt that is traded.
      when a % 200 = 3 and j % 2 = 0 then 'user-' || a || '-other'
      when a % 5000 = 5 then 'user-' || a || '-' || j
      else 'user-' || a
    end as account_id,
    case
      when j > k then timestamptz '2026-12-01T00:00:00Z' - (1 + a % 23) * interval '1 hour'
      else timestamptz '2026-11-30T00:00:00Z' - (k - j) * interval '30 days'
        - case when a % 5 < 2 then a % 30 else 30 + a * 7 % 300 end * interval '1 day'
    end as created
) o
-- statement
-- Their purchases: subscriptions of six in ten accounts, else what is kept or used up. Some were
-- refunded, some restored under another transaction id. Of three receipts of the night after one
-- brings a purchase, the others repeat.
insert into audit_data.transactions (receipt_id, run_id, position, verified, counted, account_id,
  creation_date, environment, bundle_id, transaction_id, original_transaction_id,
  web_order_line_item_id, product_id, product_type, quantity, purchase_date,
  original_purchase_date, expires_date, cancellation_date, is_trial_period,
  is_in_intro_offer_period)
select r.receipt_id, $1::bigint, i - 1, true, true, r.account_id, r.creation_date, 'production',
  r.bundle_id,
  (370000000000000 + a * 16 + case when a % 100 = 7 and i = 1 and j > 2 then 15 else i end)::text,
  (370000000000000 + a * 16 + case when a % 10 < 6 then 1 else i end)::text,
  case when a % 10 < 6 then 480000000000000 + a * 16 + i else 0 end,
  case
    when a % 10 < 6 then 'com.example.gold.' || a % 4
    when a % 10 < 8 then 'com.example.level' || i
    else 'com.example.coins'
  end,
  case
    when a % 10 < 6 then 'auto-renewable-subscription'
    when a % 10 < 8 then 'non-consumable'
    else 'consumable'
  end,
  1, p.bought, p.bought, case when a % 10 < 6 then p.bought + interval '30 days' end,
  case when a % 50 = 0 and i = 2 and j > 2 then p.bought + interval '5 days' end,
  i = 1 and a % 3 = 0, false
from generate_series($2::bigint, $3::bigint) a
cross join lateral (values (1 + a % 12)) n (k)
cross join lateral generate_series(case when $4 then k + 1 else 1 end,
  case when $4 then k + 1 else k end) j
cross join lateral (
  select receipt_id, account_id, creation_date, bundle_id
  from audit_data.receipts
  where receipt_id = 'r' || (a * 16 + j) and superseded_by is null
  offset 0
) r
cross join lateral generate_series(1, case when j > k and a % 3 > 0 then k else j end) i
cross join lateral (
  select case
    when i > k then r.creation_date
    else timestamptz '2026-11-30T00:00:00Z' - (k - i) * interval '30 days'
      - case when a % 5 < 2 then a % 30 else 30 + a * 7 % 300 end * interval '1 day'
  end - interval '10 seconds' as bought
) p
