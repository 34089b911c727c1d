-- The view that tells the audit where receipts are stored. Write it once for your own table; no
-- migration ever touches it. `receipt-audit check` says what is wrong with it.
--
--   receipt_id   an indexed key: integer, bigint, uuid or text
--   account_id   text: who sent the receipt, in your own numbering; null where unknown
--   receipt      bytea or text: as it is stored, whatever its encoding
--   received_at  timestamptz: when it came in
--
-- and, where you have them:
--
--   bundle_id    text: the app that the receipt should be of
--   device_id    uuid or bytea: the device's identifier, for the device hash
create view audit.source as
select
  r.receipt_id,
  r.account_id,
  r.receipt,
  r.received_at
from public.receipts r;
