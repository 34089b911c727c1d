-- Records judgement $2 of finding $1 with note $3, by $4 (null: the database user), until $5. No
-- row: readers see no such finding.
insert into audit.dispositions (finding_id, disposition, note, decided_by, until)
select f.finding_id, $2::text, $3::text, coalesce($4::text, session_user::text), $5::timestamptz
from audit.findings f
where f.finding_id = $1::bigint
returning disposition_id
