-- What several rules share: the identity of a purchase, how an app's sharing policy grades use by
-- several accounts, and fresh statistics.

-- Identity of a purchase within its environment, bundle id and product: the line item where it is
-- not 0, else the original of a non-consumable, else the transaction. A restore gives a purchase
-- another transaction id and keeps this.
create function audit_data.purchase_key(
  web_order_line_item_id bigint, product_type text, original_transaction_id text,
  transaction_id text)
returns text language sql immutable parallel safe as $$
  select case
    when web_order_line_item_id <> 0 then 'line-item ' || web_order_line_item_id::text
    when product_type = 'non-consumable' and original_transaction_id is not null
      then 'original ' || original_transaction_id
    else 'transaction ' || transaction_id
  end
$$;
comment on function audit_data.purchase_key is
  'Identity of a purchase within environment, bundle id and product; null without any id.';

create function audit_data.max_accounts(sharing_policy text, max_accounts integer)
returns integer language sql immutable parallel safe as $$
  select coalesce(max_accounts,
    case coalesce(sharing_policy, 'transfer') when 'keep' then 1 when 'share' then 6 else 3 end)
$$;
comment on function audit_data.max_accounts is
  'Accounts that one purchase may appear under; both arguments null: an app that is not listed.';

create function audit_data.sharing_severity(
  accounts bigint, sharing_policy text, max_accounts integer)
returns text language sql immutable parallel safe as $$
  select case
    when accounts <= 1 then null
    when accounts > audit_data.max_accounts(sharing_policy, max_accounts) then 'critical'
    when sharing_policy = 'share' then 'info'
    else 'warning'
  end
$$;
comment on function audit_data.sharing_severity is
  'Severity of use by so many accounts under an app''s policy; null: nothing to report.';

-- Rows come in by the million and are compared at once, before autovacuum has looked at them.
-- Only a table's owner may analyze it, and the worker is none.
create function audit_data.collect_statistics()
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze audit_data.receipts, audit_data.transactions, audit_data.receipt_findings,
    audit_data.findings, audit_data.duplicate_transactions, audit_data.cancellations,
    audit_data.subscriptions;
end
$$;
revoke execute on function audit_data.collect_statistics() from public;
comment on function audit_data.collect_statistics is
  'Tells the planner how large the tables have become.';
