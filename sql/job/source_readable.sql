-- Whether this role may read audit.source; null where there is no such view.
select has_table_privilege(to_regclass('audit.source')::oid, 'select') as readable
