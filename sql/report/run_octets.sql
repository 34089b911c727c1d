-- Stored octets of the receipts that run $1 judged, as it found them.
select sum(stored_octets)::bigint as octets
from audit_data.receipts
where run_id = $1
