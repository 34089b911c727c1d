-- What signed tokens, notifications and old answers state beyond an app receipt.

alter table audit_data.receipts add column signer_key_bits integer;
comment on column audit_data.receipts.signer_key_bits is
  'Bits of the signer''s key: 1024 are weak today, and are what iOS 6 receipts have.';
-- What the end of a run looks at once more.
create index receipts_incomplete on audit_data.receipts (run_id)
  where superseded_by is null
    and reason in ('intermediate-not-available', 'root-not-available');

alter table audit_data.transactions
  add column format text,
  add column subscription_group_id text,
  add column transaction_reason text,
  add column is_upgraded boolean,
  add column app_account_token text,
  add column app_transaction_id text,
  add column storefront_id text,
  add column offer_type integer,
  add column offer_id text,
  add column offer_discount_type text,
  add column offer_period text,
  add column revocation_type text,
  add column revocation_percentage bigint,
  add column billing_plan_type text,
  add column commitment_info text,
  add column advanced_commerce_info text;
comment on column audit_data.transactions.format is
  'The document that states it: of a signed receipt inside unsigned JSON the receipt''s, of a row that
only the JSON has verify-receipt-json.';
comment on column audit_data.transactions.verified is
  'The very document that states it is genuine; else these are claims.';
comment on column audit_data.transactions.counted is
  'Verified, in a genuine row, and of an app of ours: enters comparisons and totals.';
comment on column audit_data.transactions.creation_date is
  'When the statement was signed: of a token its signed date, of an iOS 6 receipt its purchase date.';
comment on column audit_data.transactions.cancellation_date is
  'Of a token its revocation date. A notification of a refund or a revocation sets it to its own date
where its token has none, one of a reversed refund clears it.';
comment on column audit_data.transactions.offer_type is
  '1 introductory, 2 promotional, 3 offer code, 4 win-back.';
comment on column audit_data.transactions.revocation_percentage is 'In milliunits: 50000 is 50 %.';
comment on column audit_data.transactions.commitment_info is 'JSON, as it was signed.';
comment on column audit_data.transactions.advanced_commerce_info is 'JSON, as it was signed.';

create table audit_data.renewals (
  receipt_id text not null,
  run_id bigint not null,
  superseded_by bigint,
  position integer not null,
  verified boolean not null,
  account_id text,
  environment text not null,
  original_transaction_id text,
  product_id text,
  auto_renew_product_id text,
  auto_renew_status boolean,
  expiration_intent bigint,
  is_in_billing_retry_period boolean,
  price_increase_status bigint,
  grace_period_expires_date timestamptz,
  renewal_date timestamptz,
  renewal_price_milliunits bigint,
  currency text,
  offer_type integer,
  offer_id text,
  offer_discount_type text,
  offer_period text,
  eligible_win_back_offer_ids text[],
  recent_subscription_start_date timestamptz,
  signed_date timestamptz,
  app_account_token text,
  app_transaction_id text,
  renewal_billing_plan_type text,
  commitment_info text,
  advanced_commerce_info text,
  constraint renewals_pkey primary key (receipt_id, run_id, position)
);
create index renewals_superseded on audit_data.renewals (superseded_by)
  where superseded_by is not null;
create index renewals_run on audit_data.renewals using brin (run_id);
comment on table audit_data.renewals is
  'Versions of the renewal info that a stored row holds, by itself or inside a notification.';
comment on column audit_data.renewals.auto_renew_product_id is 'What the next period will be.';
comment on column audit_data.renewals.expiration_intent is
  '1 cancelled by the customer, 2 billing error, 3 no consent to a price increase, 4 product not for
sale, 5 other.';

create table audit_data.notifications (
  receipt_id text not null,
  run_id bigint not null,
  superseded_by bigint,
  verified boolean not null,
  account_id text,
  notification_uuid text,
  type text,
  subtype text,
  version text,
  signed_date timestamptz,
  environment text not null,
  bundle_id text,
  bundle_version text,
  app_item_id bigint,
  body text,
  status bigint,
  consumption_request_reason text,
  transaction_id text,
  original_transaction_id text,
  product_id text,
  request_id text,
  storefront_country_codes text[],
  succeeded_count bigint,
  failed_count bigint,
  external_purchase_id text,
  external_purchase_date timestamptz,
  constraint notifications_pkey primary key (receipt_id, run_id)
);
create index notifications_superseded on audit_data.notifications (superseded_by)
  where superseded_by is not null;
create index notifications_run on audit_data.notifications using brin (run_id);
create index notifications_uuid on audit_data.notifications (notification_uuid);
comment on table audit_data.notifications is
  'Versions of what a stored App Store server notification says.';
comment on column audit_data.notifications.transaction_id is
  'As its transactions and renewal info say, where those are genuine by themselves.';
comment on column audit_data.notifications.status is
  '1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.';

-- Not in versions: a certificate does not change. Lanes add them without a look at one another, so
-- one may stand here several times until the run's end.
create table audit_data.certificates (
  run_id bigint not null,
  sha256 text not null,
  role text not null constraint certificates_role_known
    check (role in ('signer', 'intermediate', 'root')),
  der bytea not null
);
create index certificates_sha256 on audit_data.certificates (sha256);
create index certificates_run on audit_data.certificates (run_id);
comment on table audit_data.certificates is
  'Certificates that genuine receipts carried and were proven by, each from the run that met it first.';

create or replace view audit.receipts as
select v.receipt_id, v.run_id, v.account_id, v.received_at, v.expected_bundle_id, v.format,
  v.verdict, v.signature, v.trust, v.reason, v.environment, v.receipt_type, v.bundle_id,
  v.app_version, v.original_app_version, v.creation_date, v.expiration_date, v.issue_date,
  v.original_purchase_date, v.download_id, v.app_item_id, v.purchases, v.payload_sha256,
  v.signer_sha256, v.digest, v.repairs, v.unknown_attributes, v.device_matches, v.counted,
  v.signer_key_bits
from audit_data.receipts v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);

create or replace view audit.transactions as
select v.receipt_id, v.run_id, v.position, v.verified, v.counted, v.account_id, v.creation_date,
  v.environment, v.bundle_id, v.transaction_id, v.original_transaction_id,
  v.web_order_line_item_id, v.product_id, v.product_type, v.quantity, v.purchase_date,
  v.original_purchase_date, v.expires_date, v.cancellation_date, v.cancellation_reason,
  v.is_trial_period, v.is_in_intro_offer_period, v.promotional_offer_id, v.product_item_id,
  v.price_milliunits, v.currency, v.storefront, v.ownership_type, v.format,
  v.subscription_group_id, v.transaction_reason, v.is_upgraded, v.app_account_token,
  v.app_transaction_id, v.storefront_id, v.offer_type, v.offer_id, v.offer_discount_type,
  v.offer_period, v.revocation_type, v.revocation_percentage, v.billing_plan_type,
  v.commitment_info, v.advanced_commerce_info
from audit_data.transactions v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);

-- Renewal info names no app, and one of any app verifies: a proven transaction of the same original
-- id tells which. Where there is none, or where they disagree, nobody knows.
create view audit.renewals as
select v.receipt_id, v.run_id, v.position, v.verified, v.account_id, v.environment, a.bundle_id,
  v.original_transaction_id, v.product_id, v.auto_renew_product_id, v.auto_renew_status,
  v.expiration_intent, v.is_in_billing_retry_period, v.price_increase_status,
  v.grace_period_expires_date, v.renewal_date, v.renewal_price_milliunits, v.currency,
  v.offer_type, v.offer_id, v.offer_discount_type, v.offer_period,
  v.eligible_win_back_offer_ids, v.recent_subscription_start_date, v.signed_date,
  v.app_account_token, v.app_transaction_id, v.renewal_billing_plan_type, v.commitment_info,
  v.advanced_commerce_info
from audit_data.published p
join audit_data.renewals v
  on v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id)
left join lateral (
  select min(t.bundle_id) as bundle_id
  from audit_data.transactions t
  where t.original_transaction_id = v.original_transaction_id and t.environment = v.environment
    and t.verified and v.verified
    and t.run_id <= p.run_id and (t.superseded_by is null or t.superseded_by > p.run_id)
  having min(t.bundle_id) = max(t.bundle_id)
) a on true;
comment on view audit.renewals is
  'One row for each renewal info of each stored row; that of one that is not verified is a claim.';
comment on column audit.renewals.bundle_id is
  'Of the proven transactions with the same original id; null where there is none.';

create view audit.notifications as
select distinct on (coalesce(v.notification_uuid, v.receipt_id))
  v.notification_uuid, v.receipt_id, v.run_id, v.verified, v.account_id, v.type, v.subtype,
  v.version, v.signed_date, v.environment, v.bundle_id, v.bundle_version, v.app_item_id, v.body,
  v.status, v.consumption_request_reason, v.transaction_id, v.original_transaction_id,
  v.product_id, v.request_id, v.storefront_country_codes, v.succeeded_count, v.failed_count,
  v.external_purchase_id, v.external_purchase_date
from audit_data.notifications v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id)
order by coalesce(v.notification_uuid, v.receipt_id), v.verified desc, v.signed_date,
  v.receipt_id;
comment on view audit.notifications is
  'One row for each notification, however often it is stored.';

create view audit.certificates as
select distinct on (v.sha256) v.sha256, v.role, v.run_id as first_run, v.der
from audit_data.certificates v, audit_data.published p
where v.run_id <= p.run_id
order by v.sha256, v.run_id;
comment on view audit.certificates is
  'One row for each certificate that genuine receipts carried and were proven by.';
comment on column audit.certificates.role is
  'signer, intermediate or root. Being here makes no certificate trusted.';
