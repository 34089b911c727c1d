import Audit
import PostgreSQL
import TestSupport
import Testing

@Suite("Moving purchases into partitions")
struct PartitionMigrationTests {
  @Test("keeps every row, every view with what depends on it, comments and grants")
  func move() throws {
    let database = try TestDatabase.empty()
    let connection = try database.connect()
    try Self.migrate(connection, upTo: 13)
    try connection.execute(
      """
      insert into audit_data.transactions
        (receipt_id, run_id, position, verified, counted, environment, transaction_id)
      select 'r' || i, 0, 0, true, true, 'production', nullif('t' || i % 5, 't0')
      from generate_series(1, 100) i;
      grant insert on audit_data.transactions to pg_monitor;
      grant select on audit.subscriptions to pg_monitor with grant option;
      create view public.mine with (security_barrier = true) as
        select s.original_transaction_id, t.receipt_id
        from audit.subscriptions s
        right join audit.transactions t using (original_transaction_id);
      comment on view public.mine is 'A dashboard''s.';
      comment on column public.mine.receipt_id is 'Whose it is.'
      """)
    let before = try Self.described(connection)

    #expect(try Schema.up(connection).map(\.version).contains(14))

    let rows = try connection.query(
      """
      select count(*) as n, count(distinct tableoid) as partitions
      from audit_data.transactions
      """)
    #expect(try rows[0].int("n") == 100)
    #expect(try rows[0].int("partitions") ?? 0 > 1)
    #expect(try connection.query("select from public.mine").count == 100)
    #expect(try Self.described(connection) == before)
    #expect(before.contains("public.mine: A dashboard's."))
  }

  private static func migrate(_ connection: Connection, upTo last: Int) throws {
    try connection.execute(#require(SQLFile("migrations")).text)
    for migration in Migration.all where migration.version <= last {
      try connection.execute(migration.text)
      try connection.query(
        """
        insert into audit.schema_migrations (version, name, sha256)
        values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'))
        """,
        [.int4(Int32(migration.version)), .text(migration.name), .text(migration.text)])
    }
  }

  /// Texts, options, comments and grants of what the table has beside its rows. Views that are made
  /// anew after each migration are left out.
  private static func described(_ connection: Connection) throws -> [String] {
    let rows = try connection.query(
      """
      with ours as (
        select oid, oid::regclass::text as name, relacl, reloptions, relkind
        from pg_class
        where oid in ('audit_data.transactions'::regclass, 'audit.transactions'::regclass,
          'audit.duplicate_transactions'::regclass, 'audit.cancellations'::regclass,
          'audit.subscriptions'::regclass, 'audit.expired_subscriptions'::regclass,
          'public.mine'::regclass)
      )
      select coalesce(nullif(split_part(name, '.', 2), ''), name) as name,
        name || ' ' || coalesce(reloptions::text, '') || ' '
          || case relkind when 'v' then pg_get_viewdef(oid) else '' end as line
      from ours
      union all
      select name, name || ' ' || g.grantee::regrole || ' ' || g.privilege_type || g.is_grantable
      from ours
      cross join lateral aclexplode(relacl) g
      union all
      select name, case when name = 'mine' then 'public.' else '' end || name
        || case d.objsubid when 0 then '' else ' column ' || d.objsubid end || ': ' || d.description
      from ours
      join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = ours.oid
      where d.objsubid = 0 or name in ('mine', 'audit_data.transactions')
      order by 2
      """)
    return try (0..<rows.count).map { try rows[$0].text("line") ?? "" }
  }
}
