-- Accounts that belong together, and what becomes of findings: judged by people, changed by runs.

create table audit_data.account_links (
  run_id bigint not null,
  superseded_by bigint,
  kind text not null constraint account_links_kind_known
    check (kind in ('lineage', 'payload', 'download')),
  link text not null,
  account_id text not null,
  first_seen timestamptz,
  last_seen timestamptz,
  constraint account_links_pkey primary key (link, kind, account_id, run_id)
);
create index account_links_run on audit_data.account_links using brin (run_id);
create index account_links_superseded on audit_data.account_links (superseded_by)
  where superseded_by is not null;
comment on table audit_data.account_links is
  'Versions of what several accounts have in common, a row for each of them: a lineage of
transactions, a signed payload, a download id.';

create table audit_data.account_clusters (
  run_id bigint not null,
  superseded_by bigint,
  cluster_id text not null,
  accounts bigint not null,
  account_ids text[] not null,
  lineages bigint not null,
  payloads bigint not null,
  downloads bigint not null,
  first_seen timestamptz,
  last_seen timestamptz,
  constraint account_clusters_pkey primary key (cluster_id, run_id)
);
create index account_clusters_run on audit_data.account_clusters using brin (run_id);
create index account_clusters_superseded on audit_data.account_clusters (superseded_by)
  where superseded_by is not null;
comment on table audit_data.account_clusters is 'Versions of the clusters of accounts.';

create view audit.account_clusters as
select v.cluster_id, v.accounts, v.account_ids, v.lineages, v.payloads, v.downloads, v.first_seen,
  v.last_seen, v.run_id
from audit_data.account_clusters v, audit_data.published p
where v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id);
comment on view audit.account_clusters is
  'One row for accounts that shared transactions, payloads or download ids tie together, directly or
through one another.';
comment on column audit.account_clusters.cluster_id is 'Its first account id, in order of text.';
comment on column audit.account_clusters.accounts is 'How many they are.';
comment on column audit.account_clusters.account_ids is 'The first hundred of them.';
comment on column audit.account_clusters.lineages is
  'Transactions, or lineages of them, that several of the accounts use.';
comment on column audit.account_clusters.first_seen is
  'Creation date of the first receipt with what they share.';

alter table audit_data.rule_summary add column findings_silent bigint not null default 0;
alter table audit_data.run_summary add column findings_silent bigint not null default 0;

-- What a person has settled, by finding: the newest judgement counts, and one to be acted on does
-- not silence.
create view audit_data.silenced as
select d.finding_id, d.until
from (
  select distinct on (finding_id) finding_id, disposition, until
  from audit.dispositions
  order by finding_id, decided_at desc, disposition_id desc
) d
where d.disposition in ('accepted', 'false-positive');
comment on view audit_data.silenced is
  'Findings that stay silent until the date beside them, or for good.';

create or replace view audit.findings as
select v.finding_id, v.rule, v.severity, v.receipt_id, v.account_id, v.environment, v.bundle_id,
  v.transaction_id, v.first_run, coalesce(v.last_run, p.run_id) as last_run, v.status, v.evidence,
  d.disposition, d.note, d.decided_by, d.decided_at, d.until,
  coalesce(d.disposition in ('accepted', 'false-positive') and coalesce(d.until > r.as_of, true),
    false) as is_silent
from audit_data.published p
join audit.runs r using (run_id)
join audit_data.findings v
  on v.run_id <= p.run_id and (v.superseded_by is null or v.superseded_by > p.run_id)
left join lateral (
  select * from audit.dispositions d
  where d.finding_id = v.finding_id
  order by d.decided_at desc, d.disposition_id desc
  limit 1
) d on true;
comment on column audit.findings.is_silent is
  'A person has settled it, and the date until which that holds is after the as-of of the run.';

create view audit.rule_precision as
select r.rule, r.severity, r.version, count(d.finding_id) as judged,
  count(*) filter (where d.disposition = 'accepted') as accepted,
  count(*) filter (where d.disposition = 'escalated') as escalated,
  count(*) filter (where d.disposition = 'false-positive') as false_positives,
  round(1 - count(*) filter (where d.disposition = 'false-positive')::numeric
    / nullif(count(d.finding_id), 0), 4) as precision
from audit.rules r
left join (
  select distinct on (d.finding_id) d.finding_id, d.disposition, f.rule
  from audit.dispositions d
  join audit_data.findings f using (finding_id)
  order by d.finding_id, d.decided_at desc, d.disposition_id desc
) d using (rule)
group by r.rule, r.severity, r.version;
comment on view audit.rule_precision is
  'One row for each rule: how often people found it right, by the newest judgement of each finding.';
comment on column audit.rule_precision.precision is
  'Share of the judged findings that are no false positives; null where none was judged.';

drop view audit.rule_summary cascade;
create view audit.rule_summary as
select s.run_id, s.rule, s.severity, s.findings_new,
  s.findings_open - s.findings_silent as findings_open, s.findings_resolved, s.findings_silent
from audit_data.rule_summary s
join audit.runs r using (run_id)
where r.status = 'published';
comment on view audit.rule_summary is 'Findings of each published run by rule and severity.';
comment on column audit.rule_summary.findings_open is 'Without those that people have settled.';
comment on column audit.rule_summary.findings_silent is 'Open, and settled by people.';

create view audit.run_changes as
select r.run_id,
  case
    when v.status = 'resolved' then 'resolved'
    when v.first_run = r.run_id then 'new'
    else 'persisting'
  end as change,
  null::text as cause, v.finding_id, v.rule, v.severity, v.receipt_id, v.account_id,
  v.transaction_id, null::text as verdict_before, null::text as reason_before,
  null::text as verdict, null::text as reason
from audit.runs r
join audit_data.findings v
  on v.run_id <= r.run_id and (v.superseded_by is null or v.superseded_by > r.run_id)
where r.status = 'published' and (v.status = 'open' or v.run_id = r.run_id)
union all
select r.run_id, 'verdict',
  case
    when n.payload_sha256 is distinct from o.payload_sha256 or n.format <> o.format then 'new-data'
    when q.rule_set_version <> b.rule_set_version then 'new-rules'
    when q.anchors <> b.anchors then 'new-anchors'
    else 'new-data'
  end,
  null, null, null, n.receipt_id, n.account_id, null, o.verdict, o.reason, n.verdict, n.reason
from audit.runs r
join audit_data.receipts n on n.run_id = r.run_id
join audit_data.receipts o on o.receipt_id = n.receipt_id and o.superseded_by = r.run_id
left join audit_data.policies q on q.policy_id = n.policy_id
left join audit_data.policies b on b.policy_id = o.policy_id
where r.status = 'published' and (n.verdict, n.reason) is distinct from (o.verdict, o.reason);
comment on view audit.run_changes is
  'Each published run against the one before: findings new, persisting and resolved, and receipts
whose verdict changed, with the cause; ask for one run_id.';
comment on column audit.run_changes.change is 'new, persisting or resolved, of a finding; or verdict.';
comment on column audit.run_changes.cause is
  'Of a changed verdict: new-data (what is stored has changed), new-rules or new-anchors.';
