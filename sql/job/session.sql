-- What every session of the audit starts with. Names without a schema are PostgreSQL's own: nothing
-- in another schema, and no temporary function, can take the place of one.
set search_path = pg_catalog, pg_temp;
set default_transaction_isolation = 'read committed';
-- A lock that somebody keeps, a statement without an end, and a process that stands still within a
-- transaction must not stop the others for ever. A shorter wait for locks that the role or the
-- database has of its own stays.
select set_config('lock_timeout', '60s', false) where current_setting('lock_timeout') = '0';
set statement_timeout = '12h';
set idle_in_transaction_session_timeout = '10min';
-- Statements are few and run once: compiling the large ones takes longer than it saves, of a night over
-- a million receipts a quarter.
set jit = off;
