-- Certificates that other receipts carried, for receipts that carry too little.
select der
from audit.certificates
where role = 'intermediate'
order by sha256
limit 100
