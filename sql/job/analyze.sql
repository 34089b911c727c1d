-- After a run that wrote most of these rows: the comparisons are to be planned by what is there now.
analyze audit_data.receipts, audit_data.transactions, audit_data.receipt_findings
