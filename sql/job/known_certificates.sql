select distinct sha256 from audit_data.certificates
