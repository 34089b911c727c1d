-- Rule set and anchors of the last published run.
select rule_set_version, anchors
from audit.runs
where status = 'published'
order by run_id desc
limit 1
