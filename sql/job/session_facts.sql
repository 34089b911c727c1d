-- The server, how it is reached, and its clock.
select
  current_setting('server_version') as version,
  current_setting('server_version_num')::bigint as version_number,
  current_user::text as role,
  current_database()::text as database,
  inet_server_addr() is null as is_local,
  coalesce((select s.ssl from pg_catalog.pg_stat_ssl s where s.pid = pg_backend_pid()), false)
    as is_encrypted,
  clock_timestamp() as clock
