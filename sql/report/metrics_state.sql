-- When runs ended, and how the newest one stands.
select p.last_success as last_success_timestamp_seconds,
  extract(epoch from n.started_at)::bigint as last_run_timestamp_seconds,
  (n.status is not distinct from 'held')::integer as run_held,
  coalesce(n.status in ('failed', 'interrupted'), false)::integer as last_run_failed
from (
  select extract(epoch from max(finished_at))::bigint as last_success
  from audit.runs
  where status = 'published'
) p
left join (select * from audit.runs order by run_id desc limit 1) n on true
