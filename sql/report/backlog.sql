-- Stored receipts that no published run has a result for.
select count(*) as receipts
from audit.source s
where s.receipt_id is not null
  and not exists (select from receipts r where r.receipt_id = s.receipt_id::text)
