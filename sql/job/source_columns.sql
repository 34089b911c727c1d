-- Columns of the user's view audit.source: name and type, domains resolved to what they are over.
-- No row: there is no such view, or this role cannot see its schema.
select
  a.attname::text as name,
  format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null) as type
from pg_catalog.pg_attribute a
join pg_catalog.pg_type t on t.oid = a.atttypid
where a.attrelid = to_regclass('audit.source')
  and a.attnum > 0
  and not a.attisdropped
order by a.attnum
