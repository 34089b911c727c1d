-- Signers whose receipts were genuine as readers see them and are not in run $1, most receipts first:
-- those that the run judged again, and those of them that lost it.
select
  old.signer_sha256,
  count(*) as receipts,
  count(*) filter (where new.verdict <> 'genuine') as lost
from audit_data.receipts old
join audit_data.receipts new on new.receipt_id = old.receipt_id and new.run_id = $1::bigint
where old.superseded_by = $1::bigint
  and old.run_id <= (select run_id from audit_data.published)
  and old.verdict = 'genuine'
group by old.signer_sha256
having count(*) filter (where new.verdict <> 'genuine') > 0
order by lost desc, old.signer_sha256
