import Audit
import Dispatch
import Foundation
import PostgreSQL
import ReceiptForge
import ReceiptVerification
import SQLFiles

/// A receipts table of production receipts with five purchases each, one for each account.
struct BenchmarkShop {
  private let settings: ConnectionSettings

  private static let chunk = 2000

  init(_ database: String) {
    settings = ConnectionSettings(database)
  }

  /// Adds receipts under these keys, and what they need where it is not there.
  func mint(_ keys: ClosedRange<Int>) throws {
    let connection = try Connection(settings)
    try prepare(connection)
    let pki = try TestPKI.standard
    let table = TableName(schema: "public", name: "receipts")
    let columns = ["receipt_id", "account_id", "receipt", "received_at"]
    try connection.copyIn(table, columns: columns) { writer in
      for start in stride(from: keys.lowerBound, through: keys.upperBound, by: Self.chunk) {
        let chunk = start...min(start + Self.chunk - 1, keys.upperBound)
        for (key, receipt) in zip(chunk, try Self.receipts(chunk, pki)) {
          try writer.row { row in
            row.int8(Int64(key))
            row.text("account-\(key)")
            row.bytea(receipt)
            row.timestamp(microsecondsSince1970: (Self.created(key) + 60) * 1_000_000)
          }
        }
      }
    }
    try connection.execute("vacuum analyze public.receipts")
  }

  /// Cuts the table to so many receipts, or fills it up: a receipt that comes again is of the same
  /// account, under another key.
  func resize(to count: Int, distinct: Int) throws {
    let connection = try Connection(settings)
    try connection.query("delete from public.receipts where receipt_id > $1", [.int8(Int64(count))])
    for start in stride(from: distinct, to: count, by: distinct) {
      let columns = "receipt_id + $1, account_id, receipt, received_at + interval '1 day'"
      try connection.query(
        "insert into public.receipts (receipt_id, account_id, receipt, received_at) select \(columns) from public.receipts where receipt_id <= $2",
        [.int8(Int64(start)), .int8(Int64(min(distinct, count - start)))])
    }
    try connection.execute("vacuum analyze public.receipts")
  }

  private func prepare(_ connection: Connection) throws {
    let rows = try connection.query("select to_regclass('public.receipts') is not null as there")
    if try rows[0].bool("there") == true { return }
    try Schema.up(connection)
    try connection.execute(unsafe String(cString: forge_tables()))
    try connection.execute(Schema.sourceTemplate)
  }

  /// Seconds since 1970.
  private static func created(_ key: Int) -> Int64 {
    (ReceiptDate.seconds("2023-09-01T00:00:00Z") ?? 0) + Int64(key % 2_000_000)
  }

  /// On all cores, in order.
  private static func receipts(_ keys: ClosedRange<Int>, _ pki: TestPKI) throws -> [[UInt8]] {
    let slots = Slots(keys.count)
    DispatchQueue.concurrentPerform(iterations: keys.count) { index in
      slots.put(Result { try pki.mint(draft(keys.lowerBound + index), era: .sha256) }, at: index)
    }
    return try slots.results()
  }

  private static func draft(_ key: Int) -> ReceiptDraft {
    var draft = ReceiptDraft(creationDate: ReceiptDate.text(created(key)))
    draft.downloadID = 500_000_000_000_000_000 + Int64(key)
    let first = 310_000_000_000_000 + key * 10
    draft.purchases = (0..<5).map { period in
      .subscription(
        "com.example.meadow.monthly", transactionID: String(first + period),
        original: String(first), lineItem: Int64(first + period + 5_000_000_000),
        from: "2023-0\(period + 3)-01T09:00:00Z", until: "2023-0\(period + 4)-01T09:00:00Z")
    }
    return draft
  }

  /// Results of concurrent work, in the order of their index.
  private final class Slots: @unchecked Sendable {
    // Sendable: `slots` is only touched under `lock`.
    private let lock = NSLock()
    private var slots: [Result<[UInt8], any Error>?]

    init(_ count: Int) { slots = Array(repeating: nil, count: count) }

    func put(_ result: Result<[UInt8], any Error>, at index: Int) {
      lock.withLock { slots[index] = result }
    }

    func results() throws -> [[UInt8]] {
      try lock.withLock { try slots.compactMap { try $0?.get() } }
    }
  }
}
