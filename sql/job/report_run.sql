-- What the row of run $1 says in words.
select message, reason from audit.runs where run_id = $1::bigint
