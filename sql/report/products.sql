-- The products with the most purchases after run {run_id}.
select bundle_id, product_id, environment, purchases, trials, cancelled, active, expired
from audit.product_summary
where run_id = {run_id}
order by purchases desc, bundle_id collate "C", product_id collate "C", environment
limit 30
