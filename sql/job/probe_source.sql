-- One row of audit.source, all of it: whether the view works and not only exists.
select count(*) as seen
from (select s.receipt_id, s.account_id, octet_length(s.receipt), s.received_at
  from audit.source s limit 1) probe
