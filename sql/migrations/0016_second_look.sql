-- A second look is work like the first one: in batches, by any worker, and what ends a worker at it is
-- set aside.

alter table audit.batches
  add column look integer not null default 1,
  add column pool text;
comment on column audit.batches.look is
  '1: judges receipts with what came with them. 2 or more: judges once more, with the certificates that other receipts carried, those whose chain lacked one; what such a look brings to light may make another one worth while.';
comment on column audit.batches.pool is
  'Of a look beyond the first: a digest of the certificates that were at hand when it was planned.';

alter table audit.runs
  add column pool text,
  add column source_system bigint,
  add column source_lsn pg_lsn;
comment on column audit.runs.pool is
  'A digest of the certificates that were at hand when all receipts that lack one had been judged with them; null: only some were.';
comment on column audit.runs.source_system is
  'The identifier of the database system that the run was planned on; a replica has the same.';
comment on column audit.runs.source_lsn is
  'Where the write-ahead log was when the run was last planned: a replica that is read must have come as far.';

-- Some servers that speak PostgreSQL's protocol have no write-ahead log to show.
create function audit_data.wal_position(out system bigint, out lsn pg_lsn)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  system := (select system_identifier from pg_control_system());
  lsn := pg_current_wal_insert_lsn();
exception when feature_not_supported or undefined_function or insufficient_privilege then
  null;
end
$$;
comment on function audit_data.wal_position() is
  'What a replica of this system must have replayed to show all that is committed now; null where that is unknown.';
