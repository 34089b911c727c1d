import PostgreSQL

/// The receipts of `audit.source` that need an audit: those without a result, those whose stored
/// value is another one than was judged, and those that were judged under other rules or anchors.
struct PendingReceipts {
  let view: SourceView
  /// Keys that are looked at, both included; nil leaves that end open.
  var firstKey: String?
  var lastKey: String?
  /// All of them, whatever results there are.
  var full = false
  /// At most so many.
  var limit: Int?

  /// Why a receipt is planned that has no result.
  enum Newcomer: String {
    case new
    /// It was not there yet, or not committed, when the run was planned.
    case late
  }

  /// A statement over them, which takes the parameters of `parameters`.
  func filled(_ statement: JobStatement, newcomer: Newcomer = .new) -> String {
    var changed = "r.stored_octets is distinct from octet_length(s.receipt)"
    if view.hasRowVersion {
      changed += " or r.row_version is distinct from s.row_version::text"
    }
    let pending = JobStatement.pending.filled([
      "new": newcomer.rawValue, "is_stale": Self.isStale, "is_changed": "(\(changed))",
      "same_key": sameKey, "key_type": view.keyType.rawValue,
    ])
    return statement.filled(["pending": pending])
  }

  /// - Parameters:
  ///   - runID: nil before there is a run.
  ///   - policyID: nil where nothing was ever judged under it.
  ///   - narrower: policies that differ by fewer anchors alone.
  func parameters(runID: Int64?, policyID: Int64?, narrower: [Int64]) -> [Value] {
    [
      runID.map { .int8($0) } ?? .null, policyID.map { .int4(Int32($0)) } ?? .null,
      .text("{" + narrower.map(String.init).joined(separator: ",") + "}"), .bool(full),
      limit.map { .int8(Int64($0)) } ?? .null, firstKey.map { .text($0) } ?? .null,
      lastKey.map { .text($0) } ?? .null,
    ]
  }

  /// Throws where an end of the range is no key.
  func validate(_ connection: Connection) throws {
    for (name, key) in [("--from", firstKey), ("--to", lastKey)] {
      guard let key else { continue }
      do throws(PostgreSQLError) {
        try connection.query("select ($1::text)::\(view.keyType.rawValue) as key", [.text(key)])
      } catch {
        guard error.sqlState?.hasPrefix("22") == true else { throw error }
        throw AuditError.configuration(
          "\(name) is no key of audit.source: receipt_id is of type \(view.keyType.rawValue)")
      }
    }
  }

  /// Other rules, or anchors of which not all are trusted any more, put all in question; anchors that
  /// were added only what was refused for want of one.
  private static let isStale = """
    (r.policy_id is distinct from $2::integer
      and (not r.policy_id = any($3::text::integer[])
        or r.trust <> 'trusted' and r.verdict in ('forged', 'untrusted', 'test')))
    """

  /// Compared in the key's own type, so that an index of either side gives its order.
  private var sameKey: String {
    switch view.keyType {
    case .integer, .bigint: "r.key_number = s.receipt_id and r.key_number is not null"
    case .uuid: "r.key_uuid = s.receipt_id and r.key_uuid is not null"
    case .text: "r.receipt_id = s.receipt_id::text"
    }
  }
}
