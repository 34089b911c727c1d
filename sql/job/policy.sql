-- The number of the policy of rule set $1 and anchors $2, which is made up on first use.
with added as (
  insert into audit_data.policies (rule_set_version, anchors)
  values ($1::text, $2::text[])
  on conflict do nothing
  returning policy_id
)
select policy_id::bigint as policy_id from added
union all
select policy_id::bigint
from audit_data.policies
where rule_set_version = $1::text and anchors = $2::text[]
limit 1
