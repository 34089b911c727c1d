-- Accounts that something ties together: a lineage of transactions, a signed payload, a download id.
create temporary table links on commit drop as
select 'lineage' as kind, concat_ws(' ', environment, bundle_id, lineage) as link, account_id,
  min(nullif(first_seen, '-infinity')) as first_seen,
  max(nullif(last_seen, '-infinity')) as last_seen
from pg_temp.odd_statements
join (
  select environment, bundle_id, lineage
  from pg_temp.odd_statements
  where side = 1 and lineage <> ''
  group by environment, bundle_id, lineage
  having min(account_id) <> max(account_id)
) l using (environment, bundle_id, lineage)
where side = 1 and account_id is not null
group by environment, bundle_id, lineage, account_id
union all
select 'payload', d.payload_sha256, r.account_id, min(r.creation_date), max(r.creation_date)
from pg_temp.duplicated d
cross join lateral (
  select r.account_id, r.creation_date
  from audit_data.receipts r
  where r.payload_sha256 = d.payload_sha256 and r.superseded_by is null and r.counted
    and r.environment <> 'xcode' and r.account_id is not null
  offset 0
) r
group by d.payload_sha256, r.account_id;
-- statement full
create temporary table downloads on commit drop as
select download_id
from audit_data.receipts
where superseded_by is null and counted and environment <> 'xcode' and download_id <> 0
group by download_id
having min(account_id) <> max(account_id);
-- statement incremental
create temporary table downloads on commit drop as
select distinct download_id
from pg_temp.changed_receipts
where download_id <> 0;
-- statement
insert into pg_temp.links
select 'download', d.download_id::text, r.account_id, min(r.creation_date), max(r.creation_date)
from pg_temp.downloads d
cross join lateral (
  select r.account_id, r.creation_date, min(r.account_id) over () <> max(r.account_id) over ()
    as is_shared
  from audit_data.receipts r
  where r.download_id = d.download_id and r.download_id <> 0 and r.superseded_by is null
    and r.counted and r.environment <> 'xcode'
  offset 0
) r
where r.is_shared and r.account_id is not null
group by d.download_id, r.account_id;
-- statement full
create temporary table known_links on commit drop as
select v.ctid as tid, v.* from audit_data.account_links v where v.superseded_by is null;
-- statement incremental
create temporary table known_links on commit drop as
select v.*
from (
  select distinct 'lineage' as kind, concat_ws(' ', environment, bundle_id, lineage) as link
  from pg_temp.odd_statements
  union all
  select 'payload', payload_sha256 from pg_temp.reached_payloads
  union all
  select 'download', download_id::text from pg_temp.downloads
) k
cross join lateral (
  select v.ctid as tid, v.*
  from audit_data.account_links v
  where v.link = k.link and v.kind = k.kind and v.superseded_by is null
  offset 0
) v;
-- statement
create temporary table link_changes on commit drop as
select v.tid, l.*
from pg_temp.known_links v
full join pg_temp.links l using (kind, link, account_id)
where row(v.account_id, v.first_seen, v.last_seen)
  is distinct from row(l.account_id, l.first_seen, l.last_seen);
-- statement
update audit_data.account_links
set superseded_by = $1::bigint
where ctid = any (array(select tid from pg_temp.link_changes where tid is not null));
-- statement
insert into audit_data.account_links (run_id, kind, link, account_id, first_seen, last_seen)
select $1::bigint, kind, link, account_id, first_seen, last_seen
from pg_temp.link_changes
where account_id is not null
order by link, kind, account_id;
-- statement
-- Each account starts as its own cluster and takes the first name among those that it is linked to,
-- or that the one it is named after has taken, until none changes. Without a changed link there is
-- nothing to do.
create temporary table members on commit drop as
select account_id, min(account_id) as cluster_id
from audit_data.account_links
where superseded_by is null and exists (select from pg_temp.link_changes)
group by account_id;
-- statement
do $$
declare
  changed bigint := 1;
  jumped bigint;
begin
  while changed > 0 loop
    update pg_temp.members m
    set cluster_id = n.cluster_id
    from (
      select k.account_id, min(c.cluster_id) as cluster_id
      from audit_data.account_links k
      join (
        select kind, link, min(cluster_id) as cluster_id
        from audit_data.account_links
        join pg_temp.members using (account_id)
        where superseded_by is null
        group by kind, link
      ) c using (kind, link)
      where k.superseded_by is null
      group by k.account_id
    ) n
    where m.account_id = n.account_id and n.cluster_id < m.cluster_id;
    get diagnostics changed = row_count;
    update pg_temp.members m
    set cluster_id = n.cluster_id
    from pg_temp.members n
    where n.account_id = m.cluster_id and n.cluster_id < m.cluster_id;
    get diagnostics jumped = row_count;
    changed := changed + jumped;
  end loop;
end
$$;
-- statement
create temporary table clusters on commit drop as
select m.cluster_id, m.accounts, m.account_ids, k.lineages, k.payloads, k.downloads, k.first_seen,
  k.last_seen
from (
  select cluster_id, count(*) as accounts,
    (array_agg(account_id order by account_id))[1:100] as account_ids
  from pg_temp.members
  group by cluster_id
) m
join (
  select n.cluster_id, count(distinct k.link) filter (where k.kind = 'lineage') as lineages,
    count(distinct k.link) filter (where k.kind = 'payload') as payloads,
    count(distinct k.link) filter (where k.kind = 'download') as downloads,
    min(k.first_seen) as first_seen, max(k.last_seen) as last_seen
  from audit_data.account_links k
  join pg_temp.members n using (account_id)
  where k.superseded_by is null
  group by n.cluster_id
) k using (cluster_id);
-- statement
create temporary table cluster_changes on commit drop as
select v.ctid as tid, c.*
from (
  select ctid, * from audit_data.account_clusters
  where superseded_by is null and exists (select from pg_temp.link_changes)
) v
full join pg_temp.clusters c using (cluster_id)
where row(v.accounts, v.account_ids, v.lineages, v.payloads, v.downloads, v.first_seen, v.last_seen)
  is distinct from row(c.accounts, c.account_ids, c.lineages, c.payloads, c.downloads,
    c.first_seen, c.last_seen);
-- statement
update audit_data.account_clusters
set superseded_by = $1::bigint
where ctid = any (array(select tid from pg_temp.cluster_changes where tid is not null));
-- statement
insert into audit_data.account_clusters (run_id, cluster_id, accounts, account_ids, lineages,
  payloads, downloads, first_seen, last_seen)
select $1::bigint, cluster_id, accounts, account_ids, lineages, payloads, downloads, first_seen,
  last_seen
from pg_temp.cluster_changes
where accounts is not null
order by cluster_id;
