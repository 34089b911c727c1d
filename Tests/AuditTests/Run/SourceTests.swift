import Audit
import PostgreSQL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("What the source may hold")
struct SourceTests {
  @Test(
    "keys of each type are planned, read and written",
    arguments: [
      ("integer", ["-2147483648", "-1", "0", "7", "2147483647"]),
      ("bigint", ["-9223372036854775808", "0", "9007199254740993", "9223372036854775807"]),
      (
        "uuid",
        [
          "00000000-0000-0000-0000-000000000000", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
          "ffffffff-ffff-ffff-ffff-ffffffffffff",
        ]
      ),
      (
        "text",
        [
          "", " ", "'", "''; drop table x; --", "\\", "\\'", "a\"b", "{first_key}", "$1", "\n",
          "Zebra", "zebra", "\u{E9}", "e\u{301}", "\u{1F980}", "%s", "NULL",
        ]
      ),
      ("varchar(40)", ["a", "B", "c'd"]),
    ])
  func keyTypes(type: String, keys: [String]) throws {
    let fixture = try AuditFixture(keyType: type)
    let receipt = try #require(ReceiptKind.named("nothing-bought")).mint(TestPKI.standard)
    try fixture.insert(keys.map { .init(key: $0, account: "a", receipt: receipt) })
    let report = try fixture.run { $0.batchSize = 2 }
    #expect(report.verdicts == ["genuine": Int64(keys.count)])
    let written = try fixture.values("select receipt_id as value from audit.receipts")
    #expect(Set(written.map { Array(($0 ?? "missing").utf8) }) == Set(keys.map { Array($0.utf8) }))
    #expect(try fixture.run().receipts == 0)
  }

  @Test(
    "a key that gets another type takes the place of what it was",
    arguments: [("text", "bigint"), ("bigint", "text"), ("uuid", "text"), ("bigint", "integer")])
  func changedKeyType(before: String, after: String) throws {
    let fixture = try AuditFixture(keyType: before)
    let receipt = try #require(ReceiptKind.named("nothing-bought")).mint(TestPKI.standard)
    let keys = before == "uuid" ? ["6ba7b810-9dad-11d1-80b4-00c04fd430c8"] : ["4", "15"]
    try fixture.insert(keys.map { .init(key: $0, account: "a", receipt: receipt) })
    try fixture.run()
    try fixture.connection.execute(
      """
      drop view audit.source;
      alter table public.receipts alter receipt_id type \(after) using receipt_id::text::\(after);
      create view audit.source as
      select receipt_id, account_id, receipt, received_at from public.receipts;
      """)
    #expect(try fixture.run().status == .published)
    #expect(try fixture.count("select from audit.receipts") == keys.count)
    #expect(try fixture.run().receipts == 0)
  }

  @Test("receipts stored as text are read as they are")
  func textColumn() throws {
    let fixture = try AuditFixture(receiptType: "text")
    let receipt = try #require(ReceiptKind.named("genuine-sha256")).mint(TestPKI.standard)
    let base64 = String(decoding: ReceiptEncoding.base64.encode(receipt), as: UTF8.self)
    try fixture.connection.query(
      "insert into public.receipts (receipt_id, receipt) values (1, $1), (2, null), (3, '')",
      [.text(base64)])
    #expect(try fixture.run().verdicts == ["genuine": 1, "empty": 2])
    #expect(
      try fixture.values("select reason as value from audit.receipts order by receipt_id")
        == ["ok", "null", "empty"])
  }

  @Test("NUL and broken UTF-8 in decoded text are stored escaped, and the batch commits")
  func hostileText() throws {
    let fixture = try AuditFixture()
    var draft = ReceiptDraft.sample
    draft.edits.replaced = [
      PayloadAttribute(AttributeType.bundleID, raw: [0x0C, 5, 0x61, 0x00, 0xFF, 0xC3, 0x62]),
      PayloadAttribute(AttributeType.appVersion, raw: [0x0C, 3, 0x00, 0x00, 0x00]),
    ]
    draft.edits.added = [PayloadAttribute(4242, raw: [0x0C, 2, 0x00, 0xFE])]
    let kind = try #require(ReceiptKind.named("genuine-sha256"))
    let hostile = try kind.mint(TestPKI.standard, draft)
    try fixture.insert((1...9).map { .init(key: "\($0)", account: "a", receipt: hostile) })
    #expect(try fixture.run().receipts == 9)
    let bundles = try fixture.values("select distinct bundle_id as value from audit.receipts")
    #expect(bundles == ["a\\x00\\xff\\xc3b"])
    #expect(
      try fixture.count("select from audit.receipts where unknown_attributes is not null") == 9)
  }

  @Test("a receipt over the largest size is quarantined and never fetched")
  func tooLarge() throws {
    let fixture = try AuditFixture()
    try fixture.insert([
      .init(key: "1", receipt: Array(repeating: 0x30, count: 2001)),
      .init(key: "2", receipt: Array(repeating: 0x30, count: 2000)),
    ])
    let report = try fixture.run { $0.maxReceiptSize = 2000 }
    #expect(report.verdicts["quarantined"] == 1)
    #expect(report.exitStatus(failOn: nil) == .quarantined)
    #expect(
      try fixture.values(
        """
        select evidence ->> 'stored_octets' as value from audit.findings
        where rule = 'quarantined-receipt'
        """) == ["2001"])
  }

  @Test("expected bundle ids and device ids are compared where the source has them")
  func optionalColumns() throws {
    let fixture = try AuditFixture()
    let receipt = try #require(ReceiptKind.named("genuine-sha256")).mint(TestPKI.standard)
    try fixture.insert((1...3).map { .init(key: "\($0)", account: "a", receipt: receipt) })
    try fixture.connection.execute(
      """
      create or replace view audit.source as
      select receipt_id, account_id, receipt, received_at,
        case receipt_id when 1 then 'com.example.meadow' when 2 then 'com.example.other' end
          as bundle_id,
        case receipt_id when 1 then '10111213-1415-1617-1819-1a1b1c1d1e1f'::uuid
          when 2 then '00000000-1415-1617-1819-1a1b1c1d1e1f' end as device_id
      from public.receipts;
      """)
    try fixture.run()
    let found = try fixture.values(
      """
      select receipt_id || ' ' || rule as value from audit.findings
      where rule in ('foreign-app', 'device-mismatch') order by 1
      """)
    #expect(found == ["2 device-mismatch", "2 foreign-app"])
    #expect(
      try fixture.values(
        "select device_matches::text as value from audit.receipts order by receipt_id")
        == ["true", "false", nil])
  }

  @Test("no source view, a missing and a mistyped column are named, and nothing is begun")
  func wrongView() throws {
    let fixture = try AuditFixture()
    let cases = [
      ("select 1 as receipt_id", "no column account_id; it must be text"),
      (
        "select receipt_id, account_id, received_at, receipt::text::json as receipt from receipts",
        "column receipt is of type json; it must be bytea or text"
      ),
    ]
    for (query, expected) in cases {
      try fixture.connection.execute(
        "drop view audit.source; create view audit.source as \(query)")
      let error = #expect(throws: AuditError.self) { try fixture.run() }
      #expect(error?.status == .configuration)
      #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
    }
    try fixture.connection.execute("drop view audit.source")
    let error = #expect(throws: AuditError.self) { try fixture.run() }
    #expect(error?.message.contains("audit.source does not exist") == true)
    #expect(try fixture.count("select from audit.runs") == 0)
  }

  @Test("two rows with one receipt_id are a fault of the view, and said to be")
  func doubleKey() throws {
    let fixture = try AuditFixture()
    try fixture.insert([.init(key: "1", receipt: [1]), .init(key: "2", receipt: [2])])
    try fixture.connection.execute(
      """
      create or replace view audit.source as
      select 1::bigint as receipt_id, account_id, receipt, received_at from public.receipts
      """)
    let error = #expect(throws: AuditError.self) { try fixture.run() }
    #expect(error?.status == .configuration)
    #expect(error?.message.contains("several rows with the same receipt_id") == true)
  }
}
