import Audit
import ReceiptForge
import ReceiptVerification

/// A table of signed tokens about one subscription, and what a run makes of it.
struct TokenStore {
  static let app = "com.example.meadow"
  /// The period of the drafts' transaction is from 2025-10-01 to 2025-11-01.
  static let withinPeriod = "2025-10-20T00:00:00Z"

  let fixture: AuditFixture

  init() throws { fixture = try AuditFixture() }

  func insert(_ receipts: [[UInt8]], from first: Int = 1) throws {
    try fixture.insert(
      receipts.enumerated().map {
        .init(key: String(first + $0), account: "a", receipt: $1)
      })
  }

  func run(asOf: String = withinPeriod) throws {
    try fixture.run {
      $0.asOf = ReceiptDate.seconds(asOf).map(Instant.init(secondsSince1970:))
    }
  }

  static func transaction(
    signed date: StaticString = "2025-10-02T00:00:00Z",
    _ edit: (inout TokenDraft) -> Void = { _ in }
  ) throws -> SignedToken {
    var draft = TokenDraft.transaction(bundleID: app)
    draft["signedDate"] = TokenDraft.milliseconds(date)
    edit(&draft)
    return try TestPKI.standard.tokens.token(draft)
  }

  static func renewal(_ edit: (inout TokenDraft) -> Void = { _ in }) throws -> SignedToken {
    var draft = TokenDraft.renewalInfo
    edit(&draft)
    return try TestPKI.standard.tokens.token(draft)
  }

  /// A notification with a transaction that was signed at the same time.
  static func notification(
    _ type: String, uuid: String = "01c574dc-64b7-45d3-889a-5fdcb08fb5c0", at date: StaticString,
    _ edit: (inout TokenDraft) -> Void = { _ in }
  ) throws -> SignedToken {
    var draft = TokenDraft.notification(
      type, bundleID: app, transaction: try transaction(signed: date, edit).text(),
      renewalInfo: try renewal().text())
    draft["notificationUUID"] = .text(uuid)
    draft["signedDate"] = TokenDraft.milliseconds(date)
    return try TestPKI.standard.tokens.token(draft)
  }

  /// State, expiry and cancellation of the one subscription.
  func subscription() throws -> [String?] {
    try fixture.values(
      """
      select state || ' ' || to_char(expires_date at time zone 'UTC', 'YYYY-MM-DD') as value
      from audit.subscriptions
      """)
  }

  func cancellations() throws -> [String?] {
    try fixture.values(
      """
      select transaction_id || ' ' || to_char(cancellation_date at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS') as value
      from audit.cancellations order by 1
      """)
  }
}
