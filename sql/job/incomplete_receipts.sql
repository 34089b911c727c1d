-- Receipts whose chain ended for want of a certificate: those of run $1, and where $2 is true those
-- of earlier runs too. They are fetched portion by portion, as they were when the cursor was opened.
declare incomplete_receipts no scroll cursor with hold for
select receipt_id
from audit_data.receipts
where superseded_by is null
  and reason in ('intermediate-not-available', 'root-not-available')
  and (run_id = $1::bigint or $2::boolean)
order by receipt_id collate "C"
