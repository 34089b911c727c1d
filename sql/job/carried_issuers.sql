-- What receipts carried to prove others with.
select distinct on (sha256) der
from audit_data.certificates
where role <> 'signer'
order by sha256
