-- Batches of run $1 that are not done; none where the run is not under way any more.
select count(*) as unfinished
from audit.batches b
join audit.runs r on r.run_id = b.run_id
where b.run_id = $1::bigint and b.status <> 'done' and r.status = 'running'
