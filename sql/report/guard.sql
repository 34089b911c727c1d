-- What the guard compared of run {run_id}, and of a later one that it holds.
select l.run_id,
  case
    when l.status = 'held' then 'held'
    when l.message is not null then 'published by a person'
    else 'published'
  end as state,
  c.compared, c.signer_sha256, c.receipts, c.not_genuine,
  round(100.0 * c.not_genuine / nullif(c.receipts, 0), 1) as percent, c.receipts_before,
  c.not_genuine_before,
  round(100.0 * c.not_genuine_before / nullif(c.receipts_before, 0), 1) as percent_before,
  (l.guard ->> 'limit')::numeric as limit_percent
from audit.runs l
cross join lateral (
  select 0::bigint as place, 'judged receipts' as compared, null::text as signer_sha256, j.*
  from jsonb_to_record(l.guard -> 'judged') j (receipts bigint, not_genuine bigint,
    receipts_before bigint, not_genuine_before bigint)
  union all
  select s.place, 'genuine receipts of a signer', s.signer ->> 'signer_sha256',
    (s.signer ->> 'receipts')::bigint, (s.signer ->> 'not_genuine')::bigint,
    (s.signer ->> 'receipts')::bigint, 0
  from jsonb_array_elements(l.guard -> 'signers') with ordinality s (signer, place)
) c
where l.run_id = {run_id}
  or l.run_id > {run_id} and l.status = 'held' and l.discarded_at is null
order by l.run_id, c.place
limit 100
