-- Stored octets of the receipts that run $1 judged. The length of a value is known without reading it.
select sum(octet_length(s.receipt))::bigint as octets
from audit.source s
join audit_data.receipts r on r.receipt_id = s.receipt_id::text
where r.run_id = $1
