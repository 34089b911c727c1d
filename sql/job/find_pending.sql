-- The receipts that need an audit, as a table: making one is shared out to several processes, which a
-- statement that changes another table never is.
create temporary table pending on commit drop as
{pending}
