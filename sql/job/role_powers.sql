-- What this role could do beyond auditing: whether it is a superuser, and which relations behind
-- audit.source, the view included, it owns or may write to.
with recursive behind (oid) as (
  select to_regclass('audit.source')::oid
  union
  select d.refobjid
  from behind b
  join pg_catalog.pg_rewrite w on w.ev_class = b.oid
  join pg_catalog.pg_depend d
    on d.classid = 'pg_catalog.pg_rewrite'::regclass
    and d.objid = w.oid
    and d.refclassid = 'pg_catalog.pg_class'::regclass
)
select
  (select rolsuper from pg_catalog.pg_roles where rolname = current_user) as is_superuser,
  string_agg(c.oid::regclass::text, ', ' order by c.oid::regclass::text)
    filter (where pg_has_role(c.relowner, 'usage')) as owned,
  string_agg(c.oid::regclass::text, ', ' order by c.oid::regclass::text)
    filter (where has_table_privilege(c.oid, 'insert, update, delete, truncate')) as writable
from behind b
join pg_catalog.pg_class c on c.oid = b.oid
where c.relkind in ('r', 'p', 'v', 'm', 'f')
