-- Cuts batch $2 of run $1, which owner $3 took in epoch $4, into up to 16 parts and gives them all
-- back, with $7 attempts less. Either whoever took it was lost with it again and again, and only one
-- part can be the cause; or a replica would not let all of it be read at once. The parts cover all of
-- it that is there; the next lost attempt at one of them cuts it further. A range whose rows have all
-- gone is given back as it is.
with batch as (
  select keys, replaces, look, pool
  from audit.batches
  where run_id = $1::bigint and batch_no = $2::bigint
),
listed as (
  select k.key, k.n
  from batch b
  cross join unnest(b.keys) with ordinality k (key, n)
  union all
  select s.receipt_id::text, row_number() over (order by s.receipt_id)
  from audit.source s
  where s.receipt_id between $5::{key_type} and $6::{key_type}
    and (select keys is null from batch)
),
numbered as (
  select key, n, (n - 1) * 16 / greatest(count(*) over (), 16) as part
  from listed
),
parts as (
  select
    row_number() over (order by part) as part,
    array_agg(key order by n) as keys,
    count(*) as receipts
  from numbered
  group by part
),
first_part as (
  update audit.batches b
  set status = 'waiting', lease_until = null,
    first_key = coalesce(p.keys[1], b.first_key),
    last_key = coalesce(p.keys[p.receipts], b.last_key),
    receipts = coalesce(p.receipts, 0),
    keys = case when b.keys is not null then p.keys end, attempts = b.attempts - $7::integer
  from (select 1::bigint as part) one
  left join parts p using (part)
  where b.run_id = $1::bigint
    and b.batch_no = $2::bigint
    and b.owner = $3::text
    and b.epoch = $4::bigint
    and b.status = 'leased'
  returning b.attempts
)
insert into audit.batches (
  run_id, batch_no, first_key, last_key, status, receipts, attempts, replaces, look, pool,
  keys)
select
  $1::bigint,
  (select max(batch_no) from audit.batches where run_id = $1::bigint) + p.part - 1,
  p.keys[1], p.keys[p.receipts], 'waiting', p.receipts, f.attempts, b.replaces, b.look, b.pool,
  case when b.keys is not null then p.keys end
from parts p, first_part f, batch b
where p.part > 1
