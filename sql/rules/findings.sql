-- Merges what was found into the findings: new ones get a number, known ones keep theirs, changed
-- ones a new version, and those whose cause is gone are resolved. What is found again after that
-- is the same finding, open once more.
-- statement full
create temporary table known_findings on commit drop as
select v.ctid as tid, v.*
from audit_data.findings v
where v.superseded_by is null;
-- statement incremental
-- Those about what was compared, whether it was found again or not.
create temporary table known_findings on commit drop as
select distinct on (v.finding_id) v.*
from (
  select v.*
  from (
    select distinct environment, bundle_id, transaction_id, original_transaction_id
    from pg_temp.odd_statements
    where transaction_id is not null
  ) k
  cross join lateral (
    select v.ctid as tid, v.*
    from audit_data.findings v
    where v.transaction_id = k.transaction_id and v.environment = k.environment
      and v.bundle_id = k.bundle_id and v.superseded_by is null
      and (v.rule = 'conflicting-transaction'
        or v.finding_key = concat_ws(' ', 'duplicate-transaction', k.environment, k.bundle_id,
          nullif(k.original_transaction_id, k.transaction_id), k.transaction_id))
    offset 0
  ) v
  union all
  select v.*
  from (
    select distinct environment, bundle_id, original_transaction_id
    from pg_temp.statements
    where original_transaction_id is not null
  ) k
  cross join lateral (
    select v.ctid as tid, v.*
    from audit_data.findings v
    where v.transaction_id = k.original_transaction_id and v.environment = k.environment
      and v.bundle_id = k.bundle_id and v.superseded_by is null
      and (v.rule = 'expired-subscription'
        or v.finding_key = concat_ws(' ', 'duplicate-transaction', k.environment, k.bundle_id,
          k.original_transaction_id))
    offset 0
  ) v
  union all
  select v.*
  from (
    select concat_ws(' ', 'cancelled-purchase', environment, bundle_id, product_id,
      audit_data.purchase_key(web_order_line_item_id, product_type, original_transaction_id,
        transaction_id)) as finding_key
    from pg_temp.statements
    where cancellation_date is not null
    union
    select 'duplicate-receipt ' || payload_sha256 from pg_temp.reached_payloads
    union
    select 'signer-drift ' || signer_sha256 from pg_temp.changed_receipts
    where verdict = 'genuine' and signer_sha256 is not null
  ) k
  cross join lateral (
    select v.ctid as tid, v.*
    from audit_data.findings v
    where v.finding_key = k.finding_key and v.superseded_by is null
    offset 0
  ) v
  union all
  select v.*
  from pg_temp.reached_receipts k
  cross join lateral (
    select v.ctid as tid, v.*
    from audit_data.findings v
    where v.receipt_id = k.receipt_id and v.superseded_by is null
      and v.finding_key = v.rule || ' ' || v.receipt_id
    offset 0
  ) v
) v
order by v.finding_id;
-- statement
create temporary table finding_changes on commit drop as
select v.tid, v.finding_id, v.first_run, v.status as status_before, v.severity as severity_before,
  v.rule as rule_before, f.finding_key is not null as present,
  coalesce(f.finding_key, v.finding_key) as finding_key,
  f.rule, f.severity, f.receipt_id, f.account_id, f.environment, f.bundle_id, f.transaction_id,
  f.evidence
from pg_temp.found f
full join pg_temp.known_findings v on v.finding_key = f.finding_key
where v.finding_key is null
  or (f.finding_key is null and v.status = 'open')
  or (f.finding_key is not null and (v.status = 'resolved'
    or row(f.severity, f.receipt_id, f.account_id, f.environment, f.bundle_id, f.transaction_id,
      f.evidence)
      is distinct from row(v.severity, v.receipt_id, v.account_id, v.environment, v.bundle_id,
      v.transaction_id, v.evidence)));
-- statement
update audit_data.findings
set superseded_by = $1::bigint
where ctid = any (array(select tid from pg_temp.finding_changes where tid is not null));
-- statement
insert into audit_data.findings (finding_id, run_id, finding_key, status, first_run, last_run,
  rule, severity, receipt_id, account_id, environment, bundle_id, transaction_id, evidence)
select v.finding_id, $1::bigint, v.finding_key, 'resolved', v.first_run,
  greatest(v.first_run, p.run_id), v.rule, v.severity, v.receipt_id, v.account_id, v.environment,
  v.bundle_id, v.transaction_id, v.evidence
from pg_temp.finding_changes c
join pg_temp.known_findings v using (finding_id)
cross join audit_data.published p
where not c.present;
-- statement
insert into audit_data.findings (finding_id, run_id, finding_key, status, first_run, last_run,
  rule, severity, receipt_id, account_id, environment, bundle_id, transaction_id, evidence)
select coalesce(c.finding_id, nextval('audit_data.finding_ids')), $1::bigint, c.finding_key,
  'open', coalesce(c.first_run, $1::bigint), null, c.rule, c.severity, c.receipt_id, c.account_id,
  c.environment, c.bundle_id, c.transaction_id, c.evidence
from (select * from pg_temp.finding_changes where present order by finding_key) c;
