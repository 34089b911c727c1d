-- What a replica must have replayed to show what run $1 was planned by; nulls where nobody knows.
select source_system, source_lsn::text as source_lsn
from audit.runs
where run_id = $1::bigint
