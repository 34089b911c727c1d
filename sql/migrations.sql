-- Where the migrations are recorded. Run before each of them.
create schema if not exists audit;
create table if not exists audit.schema_migrations (
  version integer constraint schema_migrations_pkey primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default clock_timestamp()
);
comment on table audit.schema_migrations is 'Migrations that were applied, with their text''s digest.';
