-- Of each certificate the row of the run that met it first stays, and of that run's one.
delete from audit_data.certificates
where ctid in (
  select ctid
  from (
    select ctid, row_number() over (partition by sha256 order by run_id, ctid) as place
    from audit_data.certificates
  ) c
  where place > 1)
