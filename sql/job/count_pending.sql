-- What a run would plan: as plan_batches.sql, but only counted. $1 policy, null where it has none
-- yet; $2 all; $3 limit.
select count(*) as receipts
from (
  select
  from audit.source s
  where s.receipt_id is not null
    and ($2::boolean or not exists (
      select from audit_data.receipts r
      where r.receipt_id = s.receipt_id::text
        and r.superseded_by is null
        and r.policy_id = $1::integer))
  limit $3::bigint
) pending
