-- Receipts that run $1 judged, and those that readers see now: all, and those that are not genuine.
-- No row before the first published run.
select
  new.receipts,
  new.suspect,
  s.receipts as receipts_before,
  s.receipts - s.genuine as suspect_before
from audit_data.published p
join audit_data.run_summary s on s.run_id = p.run_id
cross join (
  select count(*) as receipts, count(*) filter (where verdict <> 'genuine') as suspect
  from audit_data.receipts
  where run_id = $1::bigint
) new
