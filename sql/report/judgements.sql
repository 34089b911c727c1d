-- What people decided about findings, by the newest judgement of each: silent ones are in no count of
-- open findings, until the next of their dates.
select disposition, count(*) as findings,
  count(*) filter (where status = 'open' and is_silent) as silent,
  count(*) filter (where status = 'open' and not is_silent) as shown,
  count(*) filter (where status = 'resolved') as resolved,
  count(distinct decided_by) as people, max(decided_at) as last_decided,
  min(until) filter (where status = 'open' and is_silent) as next_until
from findings
where disposition is not null
group by disposition
order by array_position(array['escalated', 'accepted', 'false-positive'], disposition)
