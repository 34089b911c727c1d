-- Batches of run $1 that are not done; none where the run is not under way any more, or goes on with
-- receipts of other sizes than $2 or other certificates at hand than $3.
select count(*) as unfinished
from audit.batches b
join audit.runs r on r.run_id = b.run_id
where b.run_id = $1::bigint
  and b.status <> 'done'
  and r.status = 'running'
  and r.max_receipt_size = $2::bigint
  and r.certificates_at_hand = $3::text[]
