-- Where the demo's receipts are: the table that receipt-forge population fills.
create view audit.source as
select receipt_id, account_id, receipt, received_at, bundle_id, device_id,
  xmin as row_version
from public.receipts;
