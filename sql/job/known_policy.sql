-- The number of the policy of rule set $1 and anchors $2; no row where nothing was audited under it.
select policy_id::bigint as policy_id
from audit_data.policies
where rule_set_version = $1::text and anchors = $2::text[]
