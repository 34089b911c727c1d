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
--   row_version  xid, integer, bigint, text or timestamptz: something that is another one after each
--                change of the stored receipt, such as the table's system column xmin or a column
--                updated_at that a trigger keeps
--
-- A changed receipt is audited again. With row_version every change is noticed (xmin: also a change
-- of any other column); without it, only one that changes the length of the stored value. Neither
-- reads the stored values. `receipt-audit run --full` reads and judges all of them.
--
-- A row that is deleted here keeps its results: what was found stays found.
--
-- From 100 million rows on, partition the table by range of its key, or by received_at with the key
-- in the partitions' primary keys, so that old partitions are never rewritten and new rows fill new
-- ones. Batches are ranges of the key, or lists of keys: each touches one partition or a few. A
-- function that the view calls must be named with its schema: the audit's sessions look nothing up
-- outside of pg_catalog.
create view audit.source as
select
  r.receipt_id,
  r.account_id,
  r.receipt,
  r.received_at,
  r.xmin as row_version
from public.receipts r;
