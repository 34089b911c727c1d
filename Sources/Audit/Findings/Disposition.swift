public import PostgreSQL
public import ReceiptVerification

/// What a person decided about a finding.
public struct Disposition: Sendable {
  /// The decisions that there are.
  public enum Judgement: String, Sendable, CaseIterable {
    /// It is as found, and that is fine: silent.
    case accepted
    /// The rule is wrong about it: silent, and held against the rule.
    case falsePositive = "false-positive"
    /// It is as found, and somebody is at work on it: still shown.
    case escalated
  }

  public var findingID: Int64
  public var judgement: Judgement
  public var note: String?
  /// nil: the database user.
  public var decidedBy: String?
  /// The as-of from which runs speak of it again; nil: none.
  public var until: Instant?

  public init(
    findingID: Int64, judgement: Judgement, note: String? = nil, decidedBy: String? = nil,
    until: Instant? = nil
  ) {
    self.findingID = findingID
    self.judgement = judgement
    self.note = note
    self.decidedBy = decidedBy
    self.until = until
  }

  /// Adds it to `audit.dispositions`.
  ///
  /// - Throws: `AuditError` where readers see no such finding; `PostgreSQLError`.
  public func record(on connection: Connection) throws {
    let rows = try connection.query(
      JobStatement.dispose.text,
      [
        .int8(findingID), .text(judgement.rawValue), note.map { .text($0) } ?? .null,
        decidedBy.map { .text($0) } ?? .null,
        until.map { .timestamp(microsecondsSince1970: $0.microsecondsSince1970) } ?? .null,
      ])
    guard rows.count == 1 else {
      throw AuditError.configuration(
        "no finding has the number \(findingID)",
        remedy: "`receipt-audit export findings` lists them")
    }
  }
}
