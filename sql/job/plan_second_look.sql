-- Cuts the receipts whose chain ended for want of a certificate into batches for run $1, of at most $2
-- and at least $3 where each of $4 lanes gets one: those of the run, and those of earlier runs where
-- any certificate is at hand that the last published run did not have. Nothing where none is at all.
with given as (
  select
    cardinality(r.certificates_at_hand) > 0 as is_any,
    not r.certificates_at_hand <@ coalesce((
      select p.certificates_at_hand
      from audit.runs p
      where p.status = 'published'
      order by p.run_id desc
      limit 1), '{}') as is_new
  from audit.runs r
  where r.run_id = $1::bigint
),
carried as (
  select count(*) > 0 as is_any, coalesce(bool_or(run_id = $1::bigint), false) as is_new
  from audit_data.certificates
  where role <> 'signer'
),
incomplete as (
  select receipt_id as key, row_number() over (order by receipt_id collate "C") - 1 as n
  from audit_data.receipts
  cross join given g
  cross join carried c
  where superseded_by is null
    and reason in ('intermediate-not-available', 'root-not-available')
    and (g.is_any or c.is_any)
    and (run_id = $1::bigint or g.is_new or c.is_new)
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
)
insert into audit.batches (
  run_id, batch_no, look, first_key, last_key, status, receipts, replaces, keys)
select
  $1::bigint, b.batch_no + i.n / s.size + 1, b.look + 1,
  (array_agg(i.key order by i.n))[1], (array_agg(i.key order by i.n desc))[1],
  'waiting', count(*), true, array_agg(i.key order by i.n)
from incomplete i
cross join sizes s
cross join last_batch b
group by i.n / s.size, b.batch_no, b.look
returning receipts
