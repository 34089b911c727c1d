-- Purchases in four partitions by hash of the transaction id, for tables of 100 million rows and more:
-- VACUUM and CREATE INDEX work on one at a time, or on several side by side, and a comparison of all
-- counts each by itself, on as many cores as there are. What is compared row by row names the
-- transaction, and so looks into one of them; what names only the receipt, the lineage or the line
-- item looks into all, which is why there are no more.
--
-- Rows that are there move, which takes their room twice until it is done.

-- Views of the table, and views of those, go and come back as they were: text, owner, comments. So do
-- grants on them and on the table.
create temporary table dependents on commit drop as
with recursive found (view, depth) as (
  select 'audit_data.transactions'::regclass::oid, 0
  union
  select r.ev_class, f.depth + 1
  from found f
  join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = f.view
    and d.classid = 'pg_rewrite'::regclass
  join pg_rewrite r on r.oid = d.objid
  where r.ev_class <> f.view
)
select view, max(depth) as depth from found group by view;

create temporary table restored (
  place bigint generated always as identity,
  command text not null
) on commit drop;

insert into pg_temp.restored (command)
select command
from (
  select d.depth, d.view, 0 as part, 0 as place,
    format('create view %s%s as %s', d.view::regclass,
      ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(d.view)) as command
  from pg_temp.dependents d
  join pg_class c on c.oid = d.view
  where d.depth > 0
  union all
  select d.depth, d.view, 1, 0, format('alter view %s owner to %I', d.view::regclass, r.rolname)
  from pg_temp.dependents d
  join pg_class c on c.oid = d.view
  join pg_roles r on r.oid = c.relowner
  where d.depth > 0 and r.rolname <> current_user
  union all
  select d.depth, d.view, 2, t.objsubid,
    case when t.objsubid = 0
      then format('comment on view %s is %L', d.view::regclass, t.description)
      else format('comment on column %s.%I is %L', d.view::regclass, a.attname, t.description)
    end
  from pg_temp.dependents d
  join pg_description t on t.classoid = 'pg_class'::regclass and t.objoid = d.view
  left join pg_attribute a on a.attrelid = d.view and a.attnum = t.objsubid
  where d.depth > 0
  union all
  select d.depth, d.view, 3, 0,
    format('grant %s on %s to %s%s', g.privilege_type, d.view::regclass,
      case g.grantee when 0 then 'public' else quote_ident(r.rolname) end,
      case when g.is_grantable then ' with grant option' else '' end)
  from pg_temp.dependents d
  join pg_class c on c.oid = d.view
  cross join lateral aclexplode(c.relacl) g
  left join pg_roles r on r.oid = g.grantee
  where g.grantee <> c.relowner
) c
order by depth, view, part, place;

do $$
declare
  gone regclass;
begin
  for gone in select view from pg_temp.dependents where depth > 0 order by depth desc, view loop
    execute format('drop view %s', gone);
  end loop;
end
$$;

create table audit_data.transactions_in_partitions (
  like audit_data.transactions including defaults including generated including comments
) partition by hash (transaction_id);
do $$
begin
  for remainder in 0..3 loop
    execute format('create table audit_data.transactions_%s
      partition of audit_data.transactions_in_partitions for values with (modulus 4, remainder %s)',
      remainder, remainder);
  end loop;
end
$$;

do $$
declare
  carried text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into carried
  from pg_attribute
  where attrelid = 'audit_data.transactions'::regclass and attnum > 0 and not attisdropped
    and attgenerated = '';
  execute format('insert into audit_data.transactions_in_partitions (%s)
    select %s from audit_data.transactions', carried, carried);
end
$$;

drop table audit_data.transactions;
alter table audit_data.transactions_in_partitions rename to transactions;
comment on table audit_data.transactions is 'Versions of the in-app purchases that a receipt names.';

-- Unique in each partition: a key over all of them would have to hold the transaction id too, in every
-- row, and what is written twice falls into the same partition again.
do $$
begin
  for remainder in 0..3 loop
    execute format('alter table audit_data.transactions_%s
      add constraint transactions_%s_pkey primary key (receipt_id, run_id, position)',
      remainder, remainder);
  end loop;
end
$$;
create index transactions_run on audit_data.transactions (run_id);
create index transactions_superseded on audit_data.transactions (superseded_by)
  where superseded_by is not null;
create index transactions_transaction on audit_data.transactions (transaction_id);
create index transactions_original on audit_data.transactions (original_transaction_id);
create index transactions_line_item on audit_data.transactions (web_order_line_item_id)
  where web_order_line_item_id <> 0;

do $$
declare
  command text;
begin
  for command in select r.command from pg_temp.restored r order by r.place loop
    execute command;
  end loop;
end
$$;

-- Rows of one run do not stay together: VACUUM gives room back within pages, and later runs fill it, so
-- that ranges of blocks tell runs apart less each night.
drop index audit_data.findings_run;
create index findings_run on audit_data.findings (run_id);
drop index audit_data.duplicate_transactions_run;
create index duplicate_transactions_run on audit_data.duplicate_transactions (run_id);
drop index audit_data.cancellations_run;
create index cancellations_run on audit_data.cancellations (run_id);
drop index audit_data.subscriptions_run;
create index subscriptions_run on audit_data.subscriptions (run_id);
drop index audit_data.account_links_run;
create index account_links_run on audit_data.account_links (run_id);
drop index audit_data.account_clusters_run;
create index account_clusters_run on audit_data.account_clusters (run_id);
drop index audit_data.renewals_run;
create index renewals_run on audit_data.renewals (run_id);
drop index audit_data.notifications_run;
create index notifications_run on audit_data.notifications (run_id);

-- Statistics of tables that have grown, from a small sample: sizes are what matters to comparisons.
create or replace function audit_data.collect_statistics()
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
set default_statistics_target = 20 as $$
declare
  grown regclass;
begin
  for grown in
    select c.oid
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select sum(pg_relation_size(t.relid) / 8192) as now, sum(greatest(p.relpages, 0)) as before
      from pg_partition_tree(c.oid) t
      join pg_class p on p.oid = t.relid
      where t.isleaf
    ) s
    where n.nspname = 'audit_data' and c.relkind in ('r', 'p')
      and c.relname in ('receipts', 'transactions', 'receipt_findings', 'findings',
        'duplicate_transactions', 'cancellations', 'subscriptions')
      and abs(s.now - s.before) > 100 + s.before / 5
  loop
    execute format('analyze %s', grown);
  end loop;
end
$$;
