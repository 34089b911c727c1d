-- What receipts carried to prove others with, and whether run $1 was the first to meet any of it.
select distinct on (sha256) der, run_id = $1::bigint as is_new
from audit_data.certificates
where role <> 'signer'
order by sha256, run_id
