-- A second look is work like the first one: in batches, by any worker, and what ends a worker at it is
-- set aside.

alter table audit.batches add column look integer not null default 1;
comment on column audit.batches.look is
  '1: judges receipts with what came with them. 2 or more: judges once more, with the certificates that other receipts carried, those whose chain lacked one; a run that was interrupted may do that several times.';
