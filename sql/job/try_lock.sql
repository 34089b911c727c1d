-- The run lock: one run at a time on a database, held by the session of the run.
select pg_try_advisory_lock(hashtext('receipt-audit'), hashtext('run')) as taken
