-- Signers of genuine receipts that were first met after the first published run, which is the
-- baseline. Replaced versions are looked at too: judging all receipts again makes no signer new.
-- statement full
create temporary table signers on commit drop as
-- Of millions of receipts there are few signers: from each to the next by the index.
with recursive s (signer_sha256) as (
  select min(signer_sha256) from audit_data.receipts where verdict = 'genuine'
  union all
  select (
    select min(r.signer_sha256) from audit_data.receipts r
    where r.verdict = 'genuine' and r.signer_sha256 > s.signer_sha256)
  from s
  where s.signer_sha256 is not null
)
select s.signer_sha256, (
  select min(r.run_id) from audit_data.receipts r
  where r.verdict = 'genuine' and r.signer_sha256 = s.signer_sha256) as first_run
from s
where s.signer_sha256 is not null;
-- statement incremental
create temporary table signers on commit drop as
select c.signer_sha256, r.first_run
from (
  select distinct signer_sha256 from pg_temp.changed_receipts
  where verdict = 'genuine' and signer_sha256 is not null
) c
cross join lateral (
  select min(run_id) as first_run from audit_data.receipts r
  where r.signer_sha256 = c.signer_sha256 and r.verdict = 'genuine'
) r;
-- statement
insert into pg_temp.found
select 'signer-drift ' || s.signer_sha256, 'signer-drift', 'warning', r.receipt_id, r.account_id,
  r.environment, r.bundle_id, null, jsonb_build_object('signer_sha256', s.signer_sha256)
from pg_temp.signers s
cross join lateral (
  select *
  from audit_data.receipts r
  where r.signer_sha256 = s.signer_sha256 and r.verdict = 'genuine' and r.superseded_by is null
  order by r.run_id, r.creation_date, r.receipt_id
  limit 1
) r
where s.first_run > (select min(run_id) from audit.runs where status = 'published');
