-- Signers of genuine receipts that were first met after the first published run, which is the
-- baseline. Replaced versions are looked at too: judging all receipts again makes no signer new.
insert into pg_temp.found
select distinct on (s.signer_sha256)
  'signer-drift ' || s.signer_sha256, 'signer-drift', 'warning', r.receipt_id, r.account_id,
  r.environment, r.bundle_id, null, jsonb_build_object('signer_sha256', s.signer_sha256)
from (
  select signer_sha256
  from audit_data.receipts
  where verdict = 'genuine' and signer_sha256 is not null
  group by signer_sha256
  having min(run_id) > (select min(run_id) from audit.runs where status = 'published')
) s
join audit_data.receipts r using (signer_sha256)
where r.verdict = 'genuine' and r.superseded_by is null
order by s.signer_sha256, r.creation_date, r.receipt_id;
