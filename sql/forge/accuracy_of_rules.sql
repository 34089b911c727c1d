-- What readers see of findings against the truth of a minted population, by rule and severity: how many
-- there must be, how many there are, and how many are both. What a finding is about is a receipt, or a
-- transaction of an app in an environment.
with found as (
  select rule, severity,
    case
      when rule in ('duplicate-transaction', 'conflicting-transaction', 'cancelled-purchase',
        'expired-subscription') then concat_ws(' ', environment, bundle_id, transaction_id)
      else receipt_id
    end as subject
  from audit.findings
  where status = 'open'
)
select rule, severity, sum(expected)::bigint as expected, sum(found)::bigint as found,
  sum(least(expected, found))::bigint as matched
from (
  select rule, severity, subject, count(*) filter (where is_expected) as expected,
    count(*) filter (where not is_expected) as found
  from (
    select rule, severity, subject, true as is_expected from public.finding_truth
    union all
    select rule, severity, subject, false from found
  ) f
  group by rule, severity, subject
) s
group by rule, severity
order by rule, severity
