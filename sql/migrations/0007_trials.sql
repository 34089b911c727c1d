-- A receipt that takers are lost with, wherever they run, is tried alone before it is set aside.

alter table audit.batches add column trials integer not null default 0;
comment on column audit.batches.trials is
  'How often its only receipt was tried alone by a worker that was never heard of again.';
