-- Sets receipt $1 aside as found by run $2: reason $3, signal $4, stage $5, and $6 in words.
insert into audit_data.quarantine (receipt_id, run_id, reason, signal, stage, detail)
values ($1::text, $2::bigint, $3::text, $4::text, $5::text, $6::text)
on conflict (receipt_id) do update
set run_id = excluded.run_id,
  reason = excluded.reason,
  signal = excluded.signal,
  stage = excluded.stage,
  detail = excluded.detail,
  quarantined_at = excluded.quarantined_at
