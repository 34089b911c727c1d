-- The published run that is asked for ($1; null: the last one), and the published one before it.
select r.run_id,
  r.run_id = (select max(run_id) from audit.runs where status = 'published') as is_last,
  (select max(run_id) from audit.runs where status = 'published' and run_id < r.run_id) as previous
from audit.runs r
where r.status = 'published' and r.run_id = coalesce($1::bigint,
  (select max(run_id) from audit.runs where status = 'published'))
