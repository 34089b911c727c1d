-- Two roles to grant to your own: one that reads what is published, one that runs the job.
do $$
begin
  if not exists (select from pg_roles where rolname = 'receipt_audit_reader') then
    create role receipt_audit_reader nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'receipt_audit_worker') then
    create role receipt_audit_worker nologin;
  end if;
end
$$;

-- Readers get the views and the plain tables, and nothing of audit_data: the views read it with
-- their owner's rights, so that no reader sees what is not published.
grant usage on schema audit to receipt_audit_reader;
grant select on all tables in schema audit to receipt_audit_reader;
grant insert on audit.dispositions to receipt_audit_reader;
grant usage on schema audit_v1 to receipt_audit_reader;
grant select on all tables in schema audit_v1 to receipt_audit_reader;
alter default privileges in schema audit_v1 grant select on tables to receipt_audit_reader;

-- The receipts themselves are for the worker alone.
do $$
begin
  if to_regclass('audit.source') is not null then
    revoke all on audit.source from receipt_audit_reader;
    grant select on audit.source to receipt_audit_worker;
  end if;
end
$$;

grant receipt_audit_reader to receipt_audit_worker;
grant usage on schema audit_data to receipt_audit_worker;
grant select, insert, update, delete on all tables in schema audit_data to receipt_audit_worker;
grant usage on all sequences in schema audit_data to receipt_audit_worker;
grant execute on all functions in schema audit_data to receipt_audit_worker;
grant insert, update, delete on audit.runs, audit.batches, audit.rules to receipt_audit_worker;
grant usage on all sequences in schema audit to receipt_audit_worker;
