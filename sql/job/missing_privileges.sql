-- Tables of the audit that this role may not write, and those that are not there.
select needed.table_name
from (values
  ('audit.runs'), ('audit.batches'), ('audit_data.published'), ('audit_data.policies'),
  ('audit_data.receipts'), ('audit_data.transactions'), ('audit_data.receipt_findings'),
  ('audit_data.renewals'), ('audit_data.notifications'), ('audit_data.certificates'),
  ('audit_data.findings'), ('audit_data.duplicate_transactions'), ('audit_data.cancellations'),
  ('audit_data.subscriptions'), ('audit_data.account_links'), ('audit_data.account_clusters'),
  ('audit_data.comparisons'), ('audit_data.counted_apps'), ('audit_data.watched_lineages'),
  ('audit_data.crossed_lineages'), ('audit_data.quarantine')
) as needed (table_name)
where not coalesce(
  has_table_privilege(to_regclass(needed.table_name)::oid, 'select')
    and has_table_privilege(to_regclass(needed.table_name)::oid, 'insert')
    and has_table_privilege(to_regclass(needed.table_name)::oid, 'update'),
  false)
order by needed.table_name
