-- Whether results of runs before run $1 exist, which its own may take the place of.
select exists (
  select from audit_data.receipts where run_id <> $1::bigint and superseded_by is null
) as supersedes
