-- The tables that audit.source is over, partitions and tables behind other views included, by their
-- numbers, which a new name does not change.
with recursive reached as (
  select to_regclass('audit.source')::oid as relation
  union
  select next.relation
  from reached r
  cross join lateral (
    select d.refobjid as relation
    from pg_catalog.pg_rewrite w
    join pg_catalog.pg_depend d
      on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = w.oid
        and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid <> w.ev_class
    where w.ev_class = r.relation
    union all
    select i.inhrelid
    from pg_catalog.pg_inherits i
    where i.inhparent = r.relation
  ) next
)
select c.oid::bigint as relation, format('%I.%I', n.nspname, c.relname) as name
from reached r
join pg_catalog.pg_class c on c.oid = r.relation
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'f', 'm')
order by 2
