-- Cuts the receipts whose chain ended for want of a certificate into batches for run $1, of at most $2
-- and at least $3 where each of $4 lanes gets one, and notes which certificates were at hand. All of
-- them where these are others than the last published run had, and else the run's own; where $5 is true
-- the run's own whatever is at hand. None that the run has read and judged with the same ones, unless it
-- came up again after that, changed; and nothing at all where these are still those of digest $7. Keys
-- are of type $6; those from when the source's key had another type are none of its keys.
with at_hand as (
  select sha256 from audit_data.certificates where role <> 'signer'
  union
  select unnest(certificates_at_hand) from audit.runs where run_id = $1::bigint
),
pool as (
  select
    count(*) > 0 as is_any,
    encode(sha256(convert_to(coalesce(string_agg(sha256, ' ' order by sha256), ''), 'UTF8')), 'hex')
      as digest
  from at_hand
),
reach as (
  select is_any, digest,
    not $5::boolean and digest is distinct from (
      select r.pool
      from audit.runs r
      where r.status = 'published' and r.pool is not null
      order by r.run_id desc
      limit 1) as is_all
  from pool
),
changed as (
  select k.key, max(b.batch_no) as batch_no
  from audit.batches b
  cross join unnest(b.keys) k (key)
  where b.run_id = $1::bigint
    and b.look = 1
    and b.batch_no > (select min(batch_no) from audit.batches where run_id = $1::bigint and look > 1)
  group by k.key
),
looked_at as (
  select k.key
  from audit.batches b
  join pool p on p.digest = b.pool
  cross join unnest(b.keys) k (key)
  left join changed c on c.key = k.key
  where b.run_id = $1::bigint
    and b.status = 'done'
    and (c.batch_no is null or c.batch_no < b.batch_no)
),
lacking as (
  select receipt_id, key_uuid, key_number
  from audit_data.receipts
  where superseded_by is null
    and reason in ('intermediate-not-available', 'root-not-available')
    and run_id = $1::bigint
  union all
  select receipt_id, key_uuid, key_number
  from audit_data.receipts
  where superseded_by is null
    and reason in ('intermediate-not-available', 'root-not-available')
    and run_id <> $1::bigint
    and (select is_all from reach)
),
incomplete as (
  select receipt_id as key, row_number() over (order by receipt_id collate "C") - 1 as n
  from lacking r
  where (select is_any and digest is distinct from $7::text from reach)
    and case $6::text
      when 'text' then true
      when 'uuid' then key_uuid is not null
      else key_number is not null
    end
    and not exists (select from looked_at l where l.key = r.receipt_id)
),
sizes as (
  select
    greatest($3::bigint, least($2::bigint, (count(*) + $4::bigint - 1) / $4::bigint)) as size
  from incomplete
),
last_batch as (
  select coalesce(max(batch_no), 0) as batch_no, coalesce(max(look), 1) as look
  from audit.batches
  where run_id = $1::bigint
),
planned as (
  insert into audit.batches (
    run_id, batch_no, look, pool, first_key, last_key, status, receipts, replaces, keys)
  select
    $1::bigint, b.batch_no + i.n / s.size + 1, b.look + 1, p.digest,
    (array_agg(i.key order by i.n))[1], (array_agg(i.key order by i.n desc))[1],
    'waiting', count(*), true, array_agg(i.key order by i.n)
  from incomplete i
  cross join sizes s
  cross join last_batch b
  cross join pool p
  group by i.n / s.size, b.batch_no, b.look, p.digest
  returning receipts
)
update audit.runs
set pool = (select case when not $5::boolean then digest end from pool)
where run_id = $1::bigint
returning (select digest from pool where exists (select from planned)) as digest
