-- Tables of the audit that this role may not write, and those that are not there; and what else a run
-- uses of the database and may not.
select needed.table_name
from (values
  ('audit.runs'), ('audit.batches'), ('audit_data.published'),
  ('audit_data.policies'), ('audit_data.receipts'), ('audit_data.transactions'),
  ('audit_data.receipt_findings'), ('audit_data.renewals'), ('audit_data.notifications'),
  ('audit_data.certificates'), ('audit_data.findings'), ('audit_data.duplicate_transactions'),
  ('audit_data.cancellations'), ('audit_data.subscriptions'), ('audit_data.account_links'),
  ('audit_data.account_clusters'), ('audit_data.comparisons'), ('audit_data.counted_apps'),
  ('audit_data.watched_lineages'), ('audit_data.crossed_lineages'), ('audit_data.quarantine'),
  ('audit_data.daily_summary'), ('audit_data.product_summary'), ('audit_data.run_summary'),
  ('audit_data.rule_summary')
) as needed (table_name)
cross join (values ('select'), ('insert'), ('update'), ('delete')) as privilege (name)
group by needed.table_name
having not bool_and(coalesce(
  has_table_privilege(to_regclass(needed.table_name)::oid, privilege.name), false))
union all
select 'temporary tables of the database ' || quote_ident(current_database())
where not has_database_privilege(current_database(), 'temporary')
union all
select 'the sequence audit_data.finding_ids'
where not coalesce(
  has_sequence_privilege(to_regclass('audit_data.finding_ids')::oid, 'usage'), false)
union all
select 'the function audit_data.collect_statistics()'
where not coalesce(
  has_function_privilege(to_regprocedure('audit_data.collect_statistics()')::oid, 'execute'), false)
order by table_name
