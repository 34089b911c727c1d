-- Receipts that are not to be touched again, with the reason and what is known about it.
select receipt_id, reason, signal, stage, detail from audit_data.quarantine
