-- A new run: $1 as-of (null: now), $2 mode, $3 policy, $4 tool, $5 rule set, $6 cryptographic
-- library, $7 anchors, $8 type of the source's key, $9 and $10 first and last key, $11 limit.
insert into audit.runs (
  status, as_of, mode, policy_id, tool_version, rule_set_version, openssl_version, anchors,
  key_type, from_key, to_key, receipt_limit
)
values (
  'running', coalesce($1::timestamptz, now()), $2::text, $3::integer, $4::text, $5::text, $6::text,
  $7::text[], $8::text, $9::text, $10::text, $11::bigint
)
returning run_id, as_of
