-- The run after the last published one that was begun and is not decided: it can be gone on with,
-- or, where it is held, waits for a person.
select r.run_id, r.status, r.mode, r.policy_id::bigint as policy_id, r.key_type
from audit.runs r
where r.run_id > (select run_id from audit_data.published)
  and r.status <> 'published'
  and r.discarded_at is null
order by r.run_id desc
limit 1
