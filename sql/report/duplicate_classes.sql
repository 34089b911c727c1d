-- Transactions seen more than once, by class.
select class, severity, count(*) as transactions, max(accounts) as most_accounts,
  max(receipts) as most_receipts
from duplicate_transactions
group by class, severity
order by case severity when 'critical' then 1 when 'warning' then 2 when 'info' then 3 else 4 end,
  class
