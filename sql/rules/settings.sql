-- What the planner has to know of tables that have grown, and how it is to plan comparisons.
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
-- statement
-- A look-up finds a row or a few, for which a bitmap is not worth making.
set local enable_bitmapscan = off;
