-- Takes back what an earlier comparison in this run ($1) wrote, so that comparing twice is the same
-- as comparing once.
delete from audit_data.findings where run_id = $1::bigint;
-- statement
update audit_data.findings set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.duplicate_transactions where run_id = $1::bigint;
-- statement
update audit_data.duplicate_transactions set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.cancellations where run_id = $1::bigint;
-- statement
update audit_data.cancellations set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.subscriptions where run_id = $1::bigint;
-- statement
update audit_data.subscriptions set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.account_links where run_id = $1::bigint;
-- statement
update audit_data.account_links set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.account_clusters where run_id = $1::bigint;
-- statement
update audit_data.account_clusters set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.counted_apps where run_id = $1::bigint;
-- statement
update audit_data.counted_apps set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.daily_summary where run_id = $1::bigint;
-- statement
update audit_data.daily_summary set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.product_summary where run_id = $1::bigint;
-- statement
update audit_data.product_summary set superseded_by = null where superseded_by = $1::bigint;
-- statement
delete from audit_data.run_summary where run_id = $1::bigint;
-- statement
delete from audit_data.rule_summary where run_id = $1::bigint;
-- statement
delete from audit_data.comparisons where run_id = $1::bigint;
-- statement
select audit_data.collect_statistics();
-- statement
-- Groups are many and narrow: with this much memory they are hashed, not sorted.
set local work_mem = '256MB';
-- statement
set local jit = off;
-- statement
-- The tables made below are read several times: they stay in memory, where the session has not made
-- any before and it can still be said.
do $$
begin
  perform set_config('temp_buffers', '32768', false);
exception
  when invalid_parameter_value then null;
end
$$;
-- statement
-- Of the tables made below the planner is to know the size.
set local default_statistics_target = 5;
-- statement
-- Sets are compared from here on, by several columns that depend on one another. The planner takes
-- them for independent, expects next to nothing, and would loop over millions of rows. What is to
-- be looked up row by row says so: LATERAL, with OFFSET 0 where it would be made a join of.
set local enable_nestloop = off;
-- statement
set local enable_mergejoin = off;
