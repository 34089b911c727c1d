-- Compares what readers see with the labels of a minted population (public.receipt_truth).
--
-- One row for each label: its receipts, those with the verdict and reason of their label, and those
-- that have every finding that their label asks for. A finding about a transaction counts for each
-- receipt that carries the transaction. The last column counts critical findings that nothing in
-- the label of their receipt asks for: false alarms.
with found as (
  select distinct receipt_id, rule
  from (
    select receipt_id, rule from audit.findings where status = 'open'
    union all
    select t.receipt_id, f.rule
    from audit.findings f
    join audit.transactions t on t.environment = f.environment and t.bundle_id = f.bundle_id
      and f.transaction_id in (t.transaction_id, t.original_transaction_id)
    where f.status = 'open' and f.rule = 'duplicate-transaction'
    union all
    select r.receipt_id, f.rule
    from audit.findings f
    join audit.receipts r on r.payload_sha256 = f.evidence ->> 'payload_sha256'
    where f.status = 'open' and f.rule = 'duplicate-receipt'
  ) x
  where receipt_id is not null
), alarms as (
  select receipt_id, rule
  from audit.findings
  where status = 'open' and severity = 'critical' and receipt_id is not null
)
select t.label, count(*) as receipts,
  count(*) filter (where r.verdict = t.verdict and r.reason = t.reason) as judged_right,
  count(*) filter (
    where not exists (
      select from unnest(t.expected_findings) rule
      where not exists (
        select from found f where f.receipt_id = t.receipt_id::text and f.rule = rule))
  ) as found,
  sum((
    select count(*) from alarms a
    where a.receipt_id = t.receipt_id::text and a.rule <> all (t.expected_findings)
  ))::bigint as false_alarms
from public.receipt_truth t
left join audit.receipts r on r.receipt_id = t.receipt_id::text
group by t.label
order by t.label;
