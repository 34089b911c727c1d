-- Receipts that need an audit, in the order of their keys, each with the cause. $1 run, null before
-- there is one; $2 policy, null where nothing has a result under it; $3 policies with the same rules
-- and fewer anchors: more anchors change nothing about what is trusted, or was never a matter of
-- trust; $4 true: all receipts; $5 at most so many; $6 and $7 first and last key.
--
-- Source and results are walked side by side along their indexes on the key. A result holds for the
-- stored value that it was drawn from, by its length and by its version where the source tells one.
select
  s.receipt_id as key,
  case
    when r.policy_id is null then '{new}'
    when {is_stale} then 'policy'
    when {is_changed} then 'changed'
    else 'full'
  end as cause,
  row_number() over (order by s.receipt_id) - 1 as n
from audit.source s
left join audit_data.receipts r on {same_key} and r.superseded_by is null
where s.receipt_id is not null
  and ($6::text is null or s.receipt_id >= $6::text::{key_type})
  and ($7::text is null or s.receipt_id <= $7::text::{key_type})
  and (r.policy_id is null
    or {is_stale}
    or {is_changed}
    or ($4::boolean and r.run_id is distinct from $1::bigint))
order by s.receipt_id
limit $5::bigint
