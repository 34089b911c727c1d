-- Merges what was found into the findings: new ones get a number, known ones keep theirs, changed
-- ones a new version, and those whose cause is gone are resolved. What is found again after that
-- is the same finding, open once more.
create temporary table changes on commit drop as
select v.finding_id, v.first_run, f.finding_key is not null as present,
  coalesce(f.finding_key, v.finding_key) as finding_key,
  f.rule, f.severity, f.receipt_id, f.account_id, f.environment, f.bundle_id, f.transaction_id,
  f.evidence
from pg_temp.found f
full join (select * from audit_data.findings where superseded_by is null) v
  on v.finding_key = f.finding_key
where v.finding_key is null
  or (f.finding_key is null and v.status = 'open')
  or (f.finding_key is not null and (v.status = 'resolved'
    or row(f.severity, f.receipt_id, f.account_id, f.environment, f.bundle_id, f.transaction_id,
      f.evidence)
      is distinct from row(v.severity, v.receipt_id, v.account_id, v.environment, v.bundle_id,
      v.transaction_id, v.evidence)));
-- statement
update audit_data.findings v
set superseded_by = $1::bigint
from pg_temp.changes c
where v.superseded_by is null and v.finding_id = c.finding_id;
-- statement
insert into audit_data.findings (finding_id, run_id, finding_key, status, first_run, last_run,
  rule, severity, receipt_id, account_id, environment, bundle_id, transaction_id, evidence)
select v.finding_id, $1::bigint, v.finding_key, 'resolved', v.first_run,
  greatest(v.first_run, p.run_id), v.rule, v.severity, v.receipt_id, v.account_id, v.environment,
  v.bundle_id, v.transaction_id, v.evidence
from pg_temp.changes c
join audit_data.findings v on v.finding_id = c.finding_id and v.superseded_by = $1::bigint
cross join audit_data.published p
where not c.present;
-- statement
insert into audit_data.findings (finding_id, run_id, finding_key, status, first_run, last_run,
  rule, severity, receipt_id, account_id, environment, bundle_id, transaction_id, evidence)
select coalesce(c.finding_id, nextval('audit_data.finding_ids')), $1::bigint, c.finding_key,
  'open', coalesce(c.first_run, $1::bigint), null, c.rule, c.severity, c.receipt_id, c.account_id,
  c.environment, c.bundle_id, c.transaction_id, c.evidence
from (select * from pg_temp.changes where present order by finding_key) c;
