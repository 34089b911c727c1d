-- Statistics of tables that have grown, from a small sample: sizes are what matters to comparisons. And
-- the indexes by ranges of blocks take in what was written since the last VACUUM: until then whoever
-- looks for the rows of a run reads all of that.
create or replace function audit_data.collect_statistics()
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
set default_statistics_target = 20 as $$
declare
  grown regclass;
  ranges regclass;
begin
  for grown in
    select c.oid
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'audit_data' and c.relkind = 'r'
      and c.relname in ('receipts', 'transactions', 'receipt_findings', 'findings',
        'duplicate_transactions', 'cancellations', 'subscriptions')
      and abs(pg_relation_size(c.oid) / 8192 - c.relpages) > 100 + c.relpages / 5
  loop
    execute format('analyze %s', grown);
  end loop;
  for ranges in
    select c.oid
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_am a on a.oid = c.relam
    where n.nspname = 'audit_data' and c.relkind = 'i' and a.amname = 'brin'
  loop
    perform brin_summarize_new_values(ranges);
  end loop;
end
$$;
