-- The certificates that receipts are signed with. Dates are those of genuine receipts: those of
-- others are claims.
select signer_sha256, count(*) as receipts,
  count(*) filter (where verdict = 'genuine') as genuine,
  count(*) filter (where verdict = 'forged') as forged,
  count(*) filter (where verdict not in ('genuine', 'forged')) as other,
  min(creation_date) filter (where verdict = 'genuine') as first_signed,
  max(creation_date) filter (where verdict = 'genuine') as last_signed
from receipts
where signer_sha256 is not null
group by signer_sha256
order by receipts desc, signer_sha256
limit 20
