-- What a night goes by: the source's key in its own type, so that source and results can be walked
-- side by side, and what tells that the stored value has changed since.

alter table audit_data.receipts
  add column key_number bigint,
  add column key_uuid uuid,
  add column stored_octets bigint,
  add column row_version text;
comment on column audit_data.receipts.key_number is 'receipt_id, where the source has integers.';
comment on column audit_data.receipts.key_uuid is 'receipt_id, where the source has uuids.';
comment on column audit_data.receipts.stored_octets is
  'Length of the stored value that was judged; null where it was null.';
comment on column audit_data.receipts.row_version is
  'audit.source.row_version of the stored value that was judged; null where the source tells none.';

create index receipts_by_number on audit_data.receipts (key_number)
  include (policy_id, run_id, stored_octets, row_version, verdict, trust)
  where superseded_by is null and key_number is not null;
create index receipts_by_uuid on audit_data.receipts (key_uuid)
  include (policy_id, run_id, stored_octets, row_version, verdict, trust)
  where superseded_by is null and key_uuid is not null;

alter table audit.runs
  add column from_key text,
  add column to_key text,
  add column receipt_limit bigint,
  add column causes jsonb not null default '{}',
  add column reason text;
comment on column audit.runs.message is
  'Why it was held, failed or interrupted, or published although it was held.';
comment on column audit.runs.from_key is 'First receipt_id that was asked for; null: from the start.';
comment on column audit.runs.to_key is 'Last receipt_id that was asked for; null: to the end.';
comment on column audit.runs.receipt_limit is 'Receipts that were to be planned at most; null: all.';
comment on column audit.runs.causes is
  'Planned receipts by cause: new; late (committed while the run was at work); changed (another
stored value than the one that was judged); policy (other rules or anchors); full (asked for).';
comment on column audit.runs.reason is
  'Why receipts that had a result were audited again: what changed about rules or anchors.';

alter table audit.batches
  add column keys text[],
  add column replaces boolean not null default true;
comment on column audit.batches.keys is 'Its receipts; null: all of its range.';
comment on column audit.batches.replaces is 'Results of its receipts may exist, to be taken the place of.';
