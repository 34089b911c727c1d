-- The floor, over the rows that comparisons read: every current row looked at once, and nothing done with it. The aggregates around it
-- take its rows without sending them.
select count(*) as transactions, coalesce(sum(n), 0)::bigint as receipts
from (
  select transaction_id, count(*) as n
  from audit_data.transactions
  where superseded_by is null
  group by transaction_id
) q
