-- What dashboards read: every column says what it is, and the views have versioned names. Run whenever
-- migrations were applied, so that it also knows their columns; a migration that has to drop a view
-- drops it with cascade.

-- One text for each name: a column means the same wherever it stands. What has a comment keeps it.
do $$
declare
  target record;
begin
  for target in
    select c.relname, a.attname, t.text
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join (values
      ('accepted', 'Findings that people accepted.'),
      ('account_ids', 'Its accounts, the first hundred of them.'),
      ('cause', 'Why a verdict changed: new-data, new-rules or new-anchors.'),
      ('change', 'What became of it in the run.'),
      ('cluster_id', 'The first account of the cluster, in order of text.'),
      ('downloads', 'Download ids that several of the accounts share.'),
      ('escalated', 'Findings that people are at work on.'),
      ('false_positives', 'Findings that people found the rule wrong about.'),
      ('findings_silent', 'Open findings that people have settled.'),
      ('grace_until', 'End of the grace period, by the newest renewal info.'),
      ('in_billing_retry', 'Whether the store still tries to bill, by the newest renewal info.'),
      ('is_silent', 'Whether a person has settled it, as of the run.'),
      ('judged', 'Findings of the rule that people judged.'),
      ('lineages', 'Lineages of transactions that several of the accounts use.'),
      ('payloads', 'Signed payloads that several of the accounts sent.'),
      ('precision', 'Share of the judged findings that are no false positives.'),
      ('reason_before', 'The reason before.'),
      ('stated_at', 'Creation date of the newest receipt that names it.'),
      ('verdict_before', 'The verdict before.'),
      ('will_renew', 'Whether it is to be renewed, by the newest renewal info.'),
      ('account_id', 'The account that the row of audit.source names.'),
      ('accounts', 'Distinct accounts.'),
      ('active', 'Subscriptions covered at as-of.'),
      ('advanced_commerce_info', 'Advanced commerce details: JSON, as it was signed.'),
      ('app_account_token', 'The token by which the app ties the purchase to a customer.'),
      ('app_item_id', 'App Store id of the app.'),
      ('app_transaction_id', 'Identifier of the customer''s download of the app.'),
      ('app_version', 'Version of the app when the receipt was made.'),
      ('applied_at', 'When the migration was applied.'),
      ('as_of', 'The only "now" that results of the run depend on.'),
      ('attempts', 'How often the batch was claimed.'),
      ('auto_renew_product_id', 'The product of the next period.'),
      ('auto_renew_status', 'Whether the subscription is to be renewed.'),
      ('batch_no', 'Number of the batch within its run.'),
      ('billing_plan_type', 'How the subscription is billed.'),
      ('body', 'Which part the notification has: data, summary, or another.'),
      ('bundle_id', 'Bundle id of the app.'),
      ('bundle_version', 'Version of the app that the notification names.'),
      ('cancellation_date', 'When the purchase was cancelled; null where it was not.'),
      ('cancellation_reason', '1: the customer had a problem with the app; 0: another reason.'),
      ('cancelled', 'Cancelled purchases, each once.'),
      ('class', 'Why the transaction is seen more than once.'),
      ('commitment_info', 'Details of a commitment: JSON, as it was signed.'),
      ('committed_at', 'When the results of the batch were committed.'),
      ('consumption_request_reason', 'Why the store asks about consumption.'),
      ('corrupt', 'Receipts that cannot be decoded.'),
      ('counted', 'Genuine and of an app of ours: enters comparisons and totals.'),
      ('creation_date', 'When the receipt was made, as it says itself.'),
      ('critical_open', 'Open findings that are critical.'),
      ('currency', 'ISO 4217 code of the price''s currency.'),
      ('day', 'Day in UTC.'),
      ('decided_at', 'When the judgement was made.'),
      ('decided_by', 'Who made the judgement.'),
      ('der', 'The certificate in DER.'),
      ('detail', 'What else is known of how it went.'),
      ('description', 'What the rule finds.'),
      ('device_matches',
        'Whether the device hash fits audit.source.device_id; null: not checkable.'),
      ('digest', 'Digest algorithm of the signature: sha1 or sha256.'),
      ('disposition', 'What a person decided: accepted, false-positive or escalated.'),
      ('disposition_id', 'Number of the judgement.'),
      ('download_id', 'Identifier of the download of the app.'),
      ('duplicate_transactions',
        'Transactions that more than one account uses, or whose contents conflict.'),
      ('eligible_win_back_offer_ids', 'Offers to win the customer back, best first.'),
      ('empty', 'Rows where nothing is stored.'),
      ('environment', 'production, sandbox, xcode or unknown.'),
      ('evidence', 'What lets a person see it again, by rule.'),
      ('expected_bundle_id', 'The bundle id that audit.source expects; null where it has none.'),
      ('expiration_date', 'When the receipt itself expires (volume purchases).'),
      ('expiration_intent', 'Why the subscription ended: 1 cancelled, 2 billing error, 3 no
consent to a price increase, 4 product not for sale, 5 other.'),
      ('expired', 'Subscriptions that have run out.'),
      ('expired_for', 'How long ago it ran out, at as-of.'),
      ('expires_date', 'End of the period, not included.'),
      ('external_purchase_date', 'When an external purchase token was made.'),
      ('external_purchase_id', 'Identifier of an external purchase token.'),
      ('failed_count', 'Subscriptions whose renewal date could not be extended.'),
      ('finding_id', 'Number of the finding, the same over the nights.'),
      ('findings', 'Findings.'),
      ('findings_new', 'Open findings that this run was the first to find.'),
      ('findings_open', 'Open findings after this run.'),
      ('findings_resolved', 'Findings whose cause is gone since this run.'),
      ('finished_at', 'When the run ended.'),
      ('first_run', 'The run that met it first.'),
      ('first_seen', 'Creation date of the first receipt that carries it.'),
      ('forged', 'Receipts that somebody wants to look signed, and that are not.'),
      ('format', 'Kind of document, such as app-receipt or jws-transaction.'),
      ('genuine', 'Receipts that Apple signed.'),
      ('grace_period_expires_date', 'End of the grace period for billing.'),
      ('in_trial', 'Active subscriptions whose covering period is a trial.'),
      ('info_open', 'Open findings that are for information.'),
      ('is_in_billing_retry_period', 'Whether the store still tries to bill.'),
      ('is_in_intro_offer_period', 'Whether the period has an introductory price.'),
      ('is_trial_period', 'Whether the period is a free trial.'),
      ('is_upgraded', 'Whether the customer went on to a higher product.'),
      ('issue_date', 'When the store handed the receipt out.'),
      ('kind', 'upgraded: went on as another product; else refunded-or-revoked.'),
      ('last_run', 'The last run that found it.'),
      ('last_seen', 'Creation date of the last receipt that carries it.'),
      ('lease_until', 'Until when the batch is claimed.'),
      ('mode', 'incremental, or full: all receipts judged again.'),
      ('name', 'Name of the migration.'),
      ('note', 'What the person noted.'),
      ('notification_uuid', 'The store''s identifier of the notification.'),
      ('offer_discount_type', 'How the offer is paid.'),
      ('offer_id', 'Identifier of the offer.'),
      ('offer_period', 'Length of the offer (ISO 8601).'),
      ('offer_type', '1 introductory, 2 promotional, 3 offer code, 4 win-back.'),
      ('openssl_version', 'The OpenSSL that verified.'),
      ('original_app_version', 'Version of the app that was bought first.'),
      ('original_purchase_date', 'When the app, or the lineage, was bought first.'),
      ('original_transaction_id', 'The first transaction of the lineage.'),
      ('owner', 'Who has claimed the batch.'),
      ('ownership_type', 'PURCHASED or FAMILY_SHARED; null: not knowable.'),
      ('payload_sha256', 'SHA-256 of the signed payload in hexadecimal: the receipt''s identity.'),
      ('policy_id', 'The rules and anchors that it was judged under.'),
      ('position', 'Place within the receipt, from 0.'),
      ('price_increase_status', '0: the customer has not consented; 1: has.'),
      ('price_milliunits', 'Price in thousandths of the currency''s unit.'),
      ('product_id', 'Product identifier.'),
      ('product_item_id', 'App Store id of the product.'),
      ('product_type', 'Such as consumable or auto-renewable-subscription.'),
      ('promotional_offer_id', 'Identifier of the promotional offer.'),
      ('purchase_date', 'When it was bought, or the period began.'),
      ('purchase_key', 'Identity of the purchase within environment, app and product.'),
      ('purchases',
        'Purchases: of a receipt those that it lists, of a summary distinct proven ones.'),
      ('quantity', 'How many were bought.'),
      ('quarantined', 'Receipts set aside unread.'),
      ('reason', 'The first thing that decided the verdict; ok when genuine.'),
      ('receipt_id', 'Key of the stored receipt in audit.source, as text.'),
      ('receipt_type', 'The environment in the receipt''s own words.'),
      ('receipts', 'Receipts.'),
      ('received_at', 'When it was stored, as audit.source says.'),
      ('recent_subscription_start_date', 'When the present run of periods began.'),
      ('renewal_billing_plan_type', 'How the next period is billed.'),
      ('renewal_date', 'When the next period begins.'),
      ('renewal_price_milliunits', 'Price of the next period in thousandths of the unit.'),
      ('repairs', 'Damage of the transport encoding that was mended.'),
      ('request_id', 'The request that the notification answers.'),
      ('revocation_percentage', 'Refunded part, in milliunits: 50000 is 50 %.'),
      ('revocation_type', 'What kind of revocation it is.'),
      ('rule', 'Name of the rule, as in audit.rules.'),
      ('rule_set_version', 'Version of the rules.'),
      ('run_id', 'Number of the run: in a table of results, the run that wrote the row.'),
      ('sandbox_allowed', 'Whether sandbox receipts of the app are no finding.'),
      ('severity', 'info, warning or critical.'),
      ('sha256', 'SHA-256 in hexadecimal.'),
      ('quarantined_at', 'When it was set aside.'),
      ('signal', 'The signal that ended the worker process.'),
      ('stage', 'What was being done when it happened.'),
      ('signature', 'valid, invalid, absent or unchecked.'),
      ('signed_date', 'When it was signed, as it says itself.'),
      ('signer_key_bits', 'Bits of the signer''s key.'),
      ('signer_sha256', 'SHA-256 of the signer''s certificate in hexadecimal.'),
      ('started_at', 'When the run, or the subscription, began.'),
      ('state', 'active, expired or cancelled, at as-of.'),
      ('status', 'How it stands: of a finding open or resolved.'),
      ('storefront', 'The store''s country, three letters.'),
      ('storefront_country_codes', 'The stores'' countries, three letters each.'),
      ('storefront_id', 'The store''s number.'),
      ('subscription_group_id', 'Group of products of which one can be subscribed to.'),
      ('subscriptions', 'Subscription lineages.'),
      ('subtype', 'The store''s word on what the notification is about in particular.'),
      ('succeeded_count', 'Subscriptions whose renewal date was extended.'),
      ('test', 'Receipts that a development tool signed.'),
      ('tool_version', 'Version of the program.'),
      ('transaction_id', 'Transaction identifier.'),
      ('transaction_reason', 'PURCHASE or RENEWAL.'),
      ('trials', 'Purchases that are trial periods.'),
      ('trust', 'trusted, untrusted or unknown.'),
      ('type', 'The store''s word on what the notification is about.'),
      ('unknown_attributes', 'Attributes that this version does not know.'),
      ('unsupported', 'Receipts of a known format that is not judged.'),
      ('until', 'When the judgement ends; null: never.'),
      ('untrusted', 'Receipts whose signature holds and whose chain cannot be judged good.'),
      ('valid_from', 'From when the price is the list price.'),
      ('verdict', 'genuine, forged, untrusted, test, corrupt, unsupported, empty or quarantined.'),
      ('verified', 'Whether it is proven; else it is a claim.'),
      ('version', 'Version of the rule, the migration or the notification.'),
      ('warning_open', 'Open findings that are warnings.'),
      ('web_order_line_item_id', 'One for each subscription period across restores.')
    ) t (name, text) on t.name = a.attname
    where c.relnamespace = 'audit'::regnamespace and c.relkind in ('v', 'r') and a.attnum > 0
      and not a.attisdropped and col_description(c.oid, a.attnum) is null
      and c.relname <> 'source'
  loop
    execute format('comment on column audit.%I.%I is %L', target.relname, target.attname,
      target.text);
  end loop;
end
$$;

-- Version 1 of what dashboards may rely on. Columns may be added at the end; none is renamed,
-- retyped or taken away: that would be audit_v2 beside it. The token that ties a purchase to a
-- person and what is stored raw are not in it.
create or replace view audit_v1.runs as
select run_id, status, mode, as_of, started_at, finished_at, receipts, findings, tool_version,
  rule_set_version, openssl_version, message, guard
from audit.runs;

create or replace view audit_v1.run_summary as
select run_id, as_of, mode, started_at, finished_at, receipts, genuine, forged, untrusted, test,
  corrupt, unsupported, empty, quarantined, purchases, trials, cancelled, subscriptions, active,
  expired, in_trial, duplicate_transactions, findings_new, findings_open, findings_resolved,
  critical_open, warning_open, info_open, findings_silent
from audit.run_summary;

create or replace view audit_v1.rule_summary as
select run_id, rule, severity, findings_new, findings_open, findings_resolved, findings_silent
from audit.rule_summary;

create or replace view audit_v1.daily_summary as
select run_id, day, bundle_id, environment, receipts, genuine, forged, untrusted, test, corrupt,
  unsupported, empty, quarantined, purchases, trials, cancelled, active, expired, findings_new,
  findings_open, findings_resolved
from audit.daily_summary;

create or replace view audit_v1.product_summary as
select run_id, bundle_id, product_id, environment, purchases, trials, cancelled, active, expired,
  findings_new, findings_open, findings_resolved
from audit.product_summary;

create or replace view audit_v1.findings as
select finding_id, rule, severity, status, first_run, last_run, receipt_id, account_id,
  environment, bundle_id, transaction_id, disposition, decided_by, decided_at, until, is_silent
from audit.findings;

create or replace view audit_v1.run_changes as
select run_id, change, cause, finding_id, rule, severity, receipt_id, account_id, transaction_id,
  verdict_before, reason_before, verdict, reason
from audit.run_changes;

create or replace view audit_v1.account_clusters as
select cluster_id, accounts, account_ids, lineages, payloads, downloads, first_seen, last_seen
from audit.account_clusters;

create or replace view audit_v1.receipts as
select receipt_id, account_id, received_at, format, verdict, signature, trust, reason,
  environment, bundle_id, app_version, creation_date, purchases, payload_sha256, signer_sha256,
  counted
from audit.receipts;

create or replace view audit_v1.transactions as
select receipt_id, position, verified, counted, account_id, environment, bundle_id,
  transaction_id, original_transaction_id, web_order_line_item_id, product_id, product_type,
  quantity, purchase_date, expires_date, cancellation_date, is_trial_period,
  is_in_intro_offer_period, price_milliunits, currency, storefront, ownership_type
from audit.transactions;

create or replace view audit_v1.duplicate_transactions as
select environment, bundle_id, transaction_id, class, severity, receipts, accounts, first_seen,
  last_seen, product_id, original_transaction_id
from audit.duplicate_transactions;

create or replace view audit_v1.cancellations as
select environment, bundle_id, product_id, transaction_id, original_transaction_id,
  purchase_date, cancellation_date, cancellation_reason, kind, account_id, receipt_id
from audit.cancellations;

create or replace view audit_v1.subscriptions as
select environment, bundle_id, original_transaction_id, product_id, account_id, receipt_id, state,
  started_at, expires_date, in_trial
from audit.subscriptions;

create or replace view audit_v1.rules as
select rule, severity, description, evidence, false_alarms, version
from audit.rules;

-- Each says what the view or table that it shows says of itself.
do $$
declare
  target record;
begin
  for target in
    select n.relname, obj_description(o.oid, 'pg_class') as text
    from pg_class n
    join pg_class o on o.relname = n.relname and o.relnamespace = 'audit'::regnamespace
    where n.relnamespace = 'audit_v1'::regnamespace
  loop
    execute format('comment on view audit_v1.%I is %L', target.relname, target.text);
  end loop;
  for target in
    select n.relname, a.attname, col_description(o.oid, b.attnum) as text
    from pg_class n
    join pg_class o on o.relname = n.relname and o.relnamespace = 'audit'::regnamespace
    join pg_attribute a on a.attrelid = n.oid and a.attnum > 0
    join pg_attribute b on b.attrelid = o.oid and b.attname = a.attname
    where n.relnamespace = 'audit_v1'::regnamespace
  loop
    execute format('comment on column audit_v1.%I.%I is %L', target.relname, target.attname,
      target.text);
  end loop;
end
$$;

-- Whoever was let read goes on to read all of it: a migration may have brought views.
do $$
declare
  target name;
begin
  if to_regrole('receipt_audit_reader') is null then
    return;
  end if;
  if has_schema_privilege('receipt_audit_reader', 'audit', 'usage') then
    for target in
      select relname from pg_class
      where relnamespace = 'audit'::regnamespace and relkind in ('v', 'r') and relname <> 'source'
    loop
      execute format('grant select on audit.%I to receipt_audit_reader', target);
    end loop;
    grant usage on schema audit_v1 to receipt_audit_reader;
    grant select on all tables in schema audit_v1 to receipt_audit_reader;
  end if;
end
$$;
