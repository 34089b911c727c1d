-- Cuts the receipts that need an audit into batches for run $1: of at most $2, and of fewer, down to
-- $3, where that gives each of $4 lanes one. Where results exist, receipts with and without one lie
-- mixed, and a batch lists its keys; else its range says it all. Keys are written as text: reading
-- casts them back to the type of the source's column, $5. Results from when that was another type have
-- none of its keys, and are in the way of new ones all the same.
with known as (
  select
    exists (select from audit_data.receipts) as any_result,
    exists (
      select from audit.runs
      where replace(key_type, 'integer', 'bigint')
        is distinct from replace($5::text, 'integer', 'bigint')) as any_other_type,
    greatest($3::bigint, least($2::bigint, (count(*) + $4::bigint - 1) / $4::bigint)) as size
  from pg_temp.pending
),
edges as (
  select
    key::text as key,
    cause not in ('new', 'late') as is_judged,
    n,
    (n / size)::integer as batch,
    n % size = 0 as is_first,
    n % size = size - 1 or lead(n) over (order by n) is null as is_last
  from pg_temp.pending
  cross join known
),
planned as (
  insert into audit.batches (
    run_id, batch_no, first_key, last_key, status, receipts, replaces, keys)
  select
    $1::bigint,
    (select coalesce(max(batch_no), 0) from audit.batches where run_id = $1::bigint) + batch + 1,
    max(key) filter (where is_first),
    max(key) filter (where is_last),
    'waiting',
    count(*),
    bool_or(is_judged) or any_other_type,
    case when any_result then array_agg(key order by n) end
  from edges
  cross join known
  group by batch, any_result, any_other_type
  returning receipts
)
update audit.runs r
set (source_system, source_lsn) = (select system, lsn from audit_data.wal_position()),
  causes = (
  select coalesce(jsonb_object_agg(cause, receipts), '{}')
  from (
    select cause, sum(receipts) as receipts
    from (
      select key as cause, value::bigint as receipts from jsonb_each_text(r.causes)
      union all
      select cause, count(*) from pg_temp.pending group by cause
    ) parts
    group by cause
  ) sums
)
where r.run_id = $1::bigint
returning (select coalesce(sum(receipts), 0)::bigint from planned) as receipts
