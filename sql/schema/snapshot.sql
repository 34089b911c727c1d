-- The schema as it is in a database, line by line: what sql/schema/snapshot.txt records. A test
-- compares the two, so that a migration shows what it changes. To record it anew:
--
--   RECEIPT_RECORD_SCHEMA=1 ./jobs/test --filter SchemaSnapshot
with ours as (
  select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('audit', 'audit_data') and c.relkind in ('r', 'p', 'v', 'S')
    and not c.relispartition
),
lines (name, part, place, line) as (
  select name, 0, 0::bigint,
    case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end || ' ' || name
  from ours
  union all
  select o.name, 1, a.attnum,
    '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case a.attidentity when '' then '' else ' identity' end
      || case
        when d.oid is null then ''
        when a.attgenerated = '' then ' default ' || pg_get_expr(d.adbin, d.adrelid)
        else ' generated ' || pg_get_expr(d.adbin, d.adrelid)
      end
  from ours o
  join pg_catalog.pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where o.relkind <> 'S'
  union all
  select o.name, 2, row_number() over (partition by o.name order by k.conname),
    '  ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
  from ours o
  join pg_catalog.pg_constraint k on k.conrelid = o.oid
  union all
  select o.name, 3, row_number() over (partition by o.name order by i.indexrelid::regclass::text),
    '  ' || pg_get_indexdef(i.indexrelid)
  from ours o
  join pg_catalog.pg_index i on i.indrelid = o.oid
  union all
  select o.name, 4, 0, '  partition by ' || pg_get_partkeydef(o.oid)
  from ours o
  where o.relkind = 'p'
  union all
  select o.name, 4, row_number() over (partition by o.name order by i.inhrelid::regclass::text),
    '  partition ' || i.inhrelid::regclass || ' ' || pg_get_expr(c.relpartbound, c.oid)
      || coalesce(', ' || pg_get_constraintdef(k.oid), '')
  from ours o
  join pg_catalog.pg_inherits i on i.inhparent = o.oid
  join pg_catalog.pg_class c on c.oid = i.inhrelid
  left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where o.relkind = 'p'
  union all
  select o.name, 4, 0, pg_get_viewdef(o.oid, true)
  from ours o
  where o.relkind = 'v'
  union all
  select format('%I.%I', n.nspname, p.proname), 5, p.oid::bigint,
    'function ' || format('%I.%I', n.nspname, p.proname) || '('
      || pg_get_function_identity_arguments(p.oid) || ') returns '
      || pg_get_function_result(p.oid) || ' ' || p.provolatile::text
      || case when p.prosecdef then ' security definer' else '' end
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('audit', 'audit_data')
)
select line
from lines
order by part = 5, name collate "C", part, place
