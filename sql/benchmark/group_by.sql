-- The floor: every transaction looked at once, and nothing done with it. The aggregates around it
-- take its rows without sending them.
select count(*) as transactions, coalesce(sum(n), 0)::bigint as receipts
from (
  select transaction_id, count(*) as n
  from audit_data.transactions
  group by transaction_id
) q
