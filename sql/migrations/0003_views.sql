-- What readers see: the versions that are visible at the last published run.

create view audit.receipts as
select v.receipt_id, v.run_id, v.account_id, v.received_at, v.expected_bundle_id, v.format,
  v.verdict, v.signature, v.trust, v.reason, v.environment, v.receipt_type, v.bundle_id,
  v.app_version, v.original_app_version, v.creation_date, v.expiration_date, v.issue_date,
  v.original_purchase_date, v.download_id, v.app_item_id, v.purchases, v.payload_sha256,
  v.signer_sha256, v.digest, v.repairs, v.unknown_attributes, v.device_matches, v.counted
from audit_data.receipts v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);
comment on view audit.receipts is
  'One row for each stored receipt. Fields of one that is not genuine are claims.';

create view audit.transactions as
select v.receipt_id, v.run_id, v.position, v.verified, v.counted, v.account_id, v.creation_date,
  v.environment, v.bundle_id, v.transaction_id, v.original_transaction_id,
  v.web_order_line_item_id, v.product_id, v.product_type, v.quantity, v.purchase_date,
  v.original_purchase_date, v.expires_date, v.cancellation_date, v.cancellation_reason,
  v.is_trial_period, v.is_in_intro_offer_period, v.promotional_offer_id, v.product_item_id,
  v.price_milliunits, v.currency, v.storefront, v.ownership_type
from audit_data.transactions v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);
comment on view audit.transactions is
  'One row for each in-app purchase of each receipt; null means not knowable.';

create view audit.findings as
select v.finding_id, v.rule, v.severity, v.receipt_id, v.account_id, v.environment, v.bundle_id,
  v.transaction_id, v.first_run, coalesce(v.last_run, p.run_id) as last_run, v.status, v.evidence,
  d.disposition, d.note, d.decided_by, d.decided_at, d.until
from audit_data.published p
join audit_data.findings v
  on v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id)
left join lateral (
  select * from audit.dispositions d
  where d.finding_id = v.finding_id
  order by d.decided_at desc, d.disposition_id desc
  limit 1
) d on true;
comment on view audit.findings is
  'One row for each thing found, across nights, with the newest judgement of a person.';

create view audit.duplicate_transactions as
select v.environment, v.bundle_id, v.transaction_id, v.class, v.receipts, v.accounts, v.first_seen,
  v.last_seen, v.product_id, v.original_transaction_id, v.severity, v.evidence, v.run_id
from audit_data.duplicate_transactions v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);
comment on view audit.duplicate_transactions is
  'One row for each transaction of genuine receipts of our apps that is seen more than once.';

create view audit.cancellations as
select v.environment, v.bundle_id, v.product_id, v.purchase_key, v.transaction_id,
  v.original_transaction_id, v.web_order_line_item_id, v.cancellation_date, v.cancellation_reason,
  v.purchase_date, v.account_id, v.receipt_id, v.kind, v.run_id
from audit_data.cancellations v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);
comment on view audit.cancellations is
  'One row for each cancelled purchase, however many receipts say so.';

create view audit.subscriptions as
select v.environment, v.bundle_id, v.original_transaction_id, v.product_id, v.account_id,
  v.receipt_id, v.state, v.started_at, v.expires_date, v.in_trial, v.run_id
from audit_data.subscriptions v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);
comment on view audit.subscriptions is
  'One row for each subscription lineage, as it stood at the as-of of the published run.';

create view audit.expired_subscriptions as
select s.environment, s.bundle_id, s.original_transaction_id, s.product_id, s.account_id,
  s.receipt_id, s.state, s.started_at, s.expires_date, s.in_trial,
  greatest(r.as_of - s.expires_date, interval '0') as expired_for, s.run_id
from audit.subscriptions s, audit_data.published p
join audit.runs r using (run_id)
where s.state = 'expired';
comment on view audit.expired_subscriptions is
  'Subscriptions that have run out; grace and billing retry are not knowable from receipts.';
