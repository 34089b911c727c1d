-- Signers of genuine receipts that were first met after the first published run, which is the
-- baseline. Replaced versions are looked at too: judging all receipts again makes no signer new.
insert into pg_temp.found
select 'signer-drift ' || s.signer_sha256, 'signer-drift', 'warning', f.receipt_id, f.account_id,
  f.environment, f.bundle_id, null, jsonb_build_object('signer_sha256', s.signer_sha256)
from (
  select signer_sha256, min(run_id) as first_run
  from audit_data.receipts
  where verdict = 'genuine' and signer_sha256 is not null
  group by signer_sha256
) s
join lateral (
  select r.receipt_id, r.account_id, r.environment, r.bundle_id
  from audit_data.receipts r
  where r.signer_sha256 = s.signer_sha256 and r.verdict = 'genuine' and r.superseded_by is null
  order by r.creation_date, r.receipt_id
  limit 1
) f on true
where s.first_run > (
  select min(run_id) from audit.runs where status = 'published');
