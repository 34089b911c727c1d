-- The clusters with the most accounts, and the findings that speak against accounts of each; of its
-- accounts the first twelve.
with largest as materialized (
  select *
  from account_clusters
  order by accounts desc, cluster_id collate "C"
  limit 20
),
spoken_against as (
  select l.cluster_id, count(*) filter (where f.severity = 'critical') as critical,
    count(*) filter (where f.severity = 'warning') as warning
  from largest l
  cross join lateral unnest(l.account_ids) a (account_id)
  join findings f using (account_id)
  where f.status = 'open' and not f.is_silent
  group by l.cluster_id
)
select l.cluster_id, l.accounts, coalesce(s.critical, 0) as critical,
  coalesce(s.warning, 0) as warning, l.account_ids[1:12] as account_ids, l.lineages, l.payloads,
  l.downloads, l.first_seen, l.last_seen
from largest l
left join spoken_against s using (cluster_id)
order by l.accounts desc, l.cluster_id collate "C"
