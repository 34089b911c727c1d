-- Writes down that run $1 was given the certificates $2, and tells whether the last published run was
-- given all of them too.
update audit.runs
set certificates_at_hand = $2::text[]
where run_id = $1::bigint
returning $2::text[] <@ coalesce((
  select p.certificates_at_hand
  from audit.runs p
  where p.status = 'published'
  order by p.run_id desc
  limit 1), '{}') as are_known
