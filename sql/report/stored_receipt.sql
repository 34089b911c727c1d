-- The stored octets of one receipt ($1), up to the size that is ever fetched.
select case when octet_length(s.receipt) <= 16777216 then s.receipt end as receipt
from audit.source s
where s.receipt_id = $1
