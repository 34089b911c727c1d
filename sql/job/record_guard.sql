-- What the guard compared of run $1: its limit ($2), receipts judged and those of them that are not
-- genuine ($3, $4), the same as readers see it ($5, $6), and by signer receipts that were genuine and
-- are not ($7 of $8 of signer $9).
update audit.runs
set guard = jsonb_build_object(
  'limit', $2::float8,
  'judged', jsonb_build_object('receipts', $3::bigint, 'not_genuine', $4::bigint,
    'receipts_before', $5::bigint, 'not_genuine_before', $6::bigint),
  'signers', (
    select coalesce(jsonb_agg(jsonb_build_object('signer_sha256', s.signer, 'receipts', s.receipts,
      'not_genuine', s.lost) order by s.place), '[]')
    from unnest($7::text[]::bigint[], $8::text[]::bigint[], $9::text[])
      with ordinality s (lost, receipts, signer, place)))
where run_id = $1::bigint
