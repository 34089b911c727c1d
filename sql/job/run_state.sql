-- How run $1 stands; no row where there is none.
select status, message, discarded_at is not null as is_discarded
from audit.runs
where run_id = $1::bigint
