-- The apps that are ours; none: every bundle id is.
select bundle_id, sandbox_allowed from audit.apps
