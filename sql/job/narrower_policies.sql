-- Policies of rule set $1 whose anchors are some of $2, and not all.
select policy_id::bigint as policy_id
from audit_data.policies
where rule_set_version = $1::text and anchors <@ $2::text[] and not anchors @> $2::text[]
