-- What the guard went by, for who asks why a run was held, or was not; and what people have settled,
-- in the totals.

alter table audit.runs add column guard jsonb;
comment on column audit.runs.guard is
  'What the guard compared: limit in per cent; judged, the receipts of the run and those before; and
signers that lost receipts. Null where nothing was published before, and where nobody asked.';

create or replace view audit.run_summary as
select r.as_of, r.mode, r.started_at, r.finished_at, s.*
from audit_data.run_summary s
join audit.runs r using (run_id)
where r.status = 'published';
comment on column audit.run_summary.findings_silent is 'Open, and settled by people.';
