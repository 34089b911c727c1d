-- Cuts batch $2 of run $1, which owner $3 took in epoch $4, into up to 16 parts and gives them all
-- back: whoever took it was lost with it again and again, and only one part can be the cause. The
-- parts cover the whole range; the next lost attempt at one of them cuts it further.
with parts as (
  select part, min(n) as first_n, max(n) as last_n, count(*) as receipts
  from (
    select n, (n - 1) * 16 / greatest(count(*) over (), 16) as part
    from (
      select row_number() over (order by s.receipt_id) as n
      from audit.source s
      where s.receipt_id between $5::{key_type} and $6::{key_type}
    ) numbered
  ) cut
  group by part
),
edges as (
  select row_number() over (order by s.receipt_id) as n, s.receipt_id::text as key
  from audit.source s
  where s.receipt_id between $5::{key_type} and $6::{key_type}
),
ranges as (
  select row_number() over (order by p.part) as part, f.key as first_key, l.key as last_key, p.receipts
  from parts p
  join edges f on f.n = p.first_n
  join edges l on l.n = p.last_n
),
first_part as (
  update audit.batches b
  set status = 'waiting', lease_until = null, last_key = r.last_key, receipts = r.receipts,
    attempts = b.attempts - 2
  from ranges r
  where r.part = 1
    and b.run_id = $1::bigint
    and b.batch_no = $2::bigint
    and b.owner = $3::text
    and b.epoch = $4::bigint
    and b.status = 'leased'
  returning b.attempts
)
insert into audit.batches (run_id, batch_no, first_key, last_key, status, receipts, attempts)
select
  $1::bigint,
  (select max(batch_no) from audit.batches where run_id = $1::bigint) + r.part - 1,
  r.first_key, r.last_key, 'waiting', r.receipts, f.attempts
from ranges r, first_part f
where r.part > 1
