-- Leases, workers that join a run, and receipts that are set aside.

alter table audit.batches add column claimed_at timestamptz;
comment on column audit.batches.claimed_at is 'When its present owner took it.';
comment on column audit.batches.lease_until is
  'The owner''s until then, and renewed while it works; afterwards others may take the batch.';
comment on column audit.batches.attempts is
  'How often it was taken without being given back in good order.';

alter table audit.runs
  add column max_receipt_size bigint,
  add column lease_seconds double precision;
comment on column audit.runs.max_receipt_size is 'Octets; larger receipts are set aside unread.';
comment on column audit.runs.lease_seconds is 'How long a batch stays its owner''s without a renewal.';

create table audit_data.quarantine (
  receipt_id text constraint quarantine_pkey primary key,
  run_id bigint not null,
  reason text not null constraint quarantine_reason_known
    check (reason in ('crashed', 'timed-out')),
  signal text,
  stage text,
  detail text,
  quarantined_at timestamptz not null default clock_timestamp()
);
comment on table audit_data.quarantine is
  'Receipts that ended or held up a worker process: no run touches them until they are let go.';

create view audit.quarantine as
select r.receipt_id, r.reason, q.signal, q.stage, q.detail, q.quarantined_at, r.run_id,
  r.account_id, r.received_at
from audit.receipts r
left join audit_data.quarantine q on q.receipt_id = r.receipt_id
where r.verdict = 'quarantined';
comment on view audit.quarantine is
  'Receipts that were set aside: crashed and timed-out ones with signal and stage, and too large ones.';
