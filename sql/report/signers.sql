-- The certificates that receipts are signed with, and the run that first proved one. Dates are those
-- of genuine receipts: those of others are claims.
select r.signer_sha256, count(*) as receipts,
  count(*) filter (where r.verdict = 'genuine') as genuine,
  count(*) filter (where r.verdict = 'forged') as forged,
  count(*) filter (where r.verdict not in ('genuine', 'forged')) as other,
  min(r.creation_date) filter (where r.verdict = 'genuine') as first_signed,
  max(r.creation_date) filter (where r.verdict = 'genuine') as last_signed,
  min(c.first_run) as first_run
from receipts r
left join audit.certificates c
  on c.sha256 = r.signer_sha256 and c.role = 'signer' and c.first_run <= {run_id}
where r.signer_sha256 is not null
group by r.signer_sha256
order by receipts desc, r.signer_sha256
limit 20
