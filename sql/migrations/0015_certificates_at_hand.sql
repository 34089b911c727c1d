-- Which certificates a run was given beside its anchors: the next one tells by it whether there is
-- anything new to find an issuer by.

alter table audit.runs add column certificates_at_hand text[];
comment on column audit.runs.certificates_at_hand is
  'SHA-256 of the certificates that were given beside those that receipts carry, in hexadecimal.';
