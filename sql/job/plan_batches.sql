-- Cuts the receipts that need an audit into batches of $3 by ranges of their key, for run $1.
-- $2 policy; $4 true: all receipts, also those with a result under this policy; $5 at most so many.
-- Keys are written as text: reading casts them back to the type of the source's column.
with pending as (
  select
    s.receipt_id as key,
    row_number() over (order by s.receipt_id) - 1 as n
  from audit.source s
  where s.receipt_id is not null
    and ($4::boolean or not exists (
      select from audit_data.receipts r
      where r.receipt_id = s.receipt_id::text
        and r.superseded_by is null
        and r.policy_id = $2::integer))
  order by s.receipt_id
  limit $5::bigint
),
edges as (
  select
    key::text as key,
    (n / $3::bigint)::integer as batch,
    n % $3::bigint = 0 as is_first,
    n % $3::bigint = $3::bigint - 1 or lead(n) over (order by n) is null as is_last
  from pending
)
insert into audit.batches (run_id, batch_no, first_key, last_key, status, receipts)
select
  $1::bigint,
  batch + 1,
  max(key) filter (where is_first),
  max(key) filter (where is_last),
  'waiting',
  count(*)
from edges
group by batch
