-- Where the demo's receipts are, the table that receipt-forge population fills, and the apps of that
-- business.
create view audit.source as
select receipt_id, account_id, receipt, received_at, bundle_id, device_id,
  xmin as row_version
from public.receipts;

insert into audit.apps (bundle_id, sharing_policy, sandbox_allowed)
select bundle_id, sharing_policy, sandbox_allowed from public.app_truth
on conflict (bundle_id) do update
set sharing_policy = excluded.sharing_policy, sandbox_allowed = excluded.sandbox_allowed;
