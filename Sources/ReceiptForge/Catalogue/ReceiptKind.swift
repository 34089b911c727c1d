import ReceiptVerification

/// One way to make, forge or damage a receipt, with what must come out of it.
public struct ReceiptKind: Sendable {
  public let name: String
  /// One line for people.
  public let summary: String
  /// With the standard hierarchy's root as a trust anchor.
  public let truth: Truth
  /// With its intermediates at hand too, as a run has them when other receipts carry them.
  public let completeTruth: Truth
  private let make: @Sendable (TestPKI, ReceiptDraft) throws -> [UInt8]

  init(
    _ name: String, _ summary: String, _ reason: Reason, complete: Reason? = nil,
    findings: [String]? = nil,
    _ make: @escaping @Sendable (TestPKI, ReceiptDraft) throws -> [UInt8]
  ) {
    self.name = name
    self.summary = summary
    self.make = make
    func truth(_ reason: Reason, _ findings: [String]?) -> Truth {
      Truth(
        label: name, reason: reason,
        expectedFindings: findings ?? reason.verdict.rule.map { [$0] } ?? [])
    }
    self.truth = truth(reason, complete == nil ? findings : nil)
    completeTruth = truth(complete ?? reason, findings)
  }

  /// The stored bytes: DER, or text where the kind is about transport.
  public func mint(_ pki: TestPKI, _ draft: ReceiptDraft = .sample) throws -> [UInt8] {
    try make(pki, draft)
  }

  /// Every kind: genuine, foreign trust, tampering, containers, dates, transport, other formats.
  public static let all =
    genuineKinds + trustKinds + tamperedKinds + containerKinds + dateKinds + transportKinds
    + transactionReceiptKinds + answerKinds + tokenKinds

  public static func named(_ name: String) -> ReceiptKind? { all.first { $0.name == name } }
}

extension Verdict {
  /// The rule that reports receipts of this verdict; nil where none has to.
  var rule: String? {
    switch self {
    case .genuine, .empty: nil
    case .forged: "forged-receipt"
    case .untrusted: "untrusted-receipt"
    case .test: "test-receipt"
    case .corrupt: "corrupt-receipt"
    case .unsupported: "unsupported-receipt"
    case .quarantined: "quarantined-receipt"
    }
  }
}

extension ReceiptDraft {
  /// A production receipt with five purchases of three kinds.
  public static let sample = ReceiptDraft(purchases: [
    .subscription(
      "com.example.meadow.monthly", transactionID: "310001200000001", lineItem: 310_000_500_000_001,
      from: "2023-03-01T09:00:00Z", until: "2023-04-01T09:00:00Z"),
    .subscription(
      "com.example.meadow.monthly", transactionID: "310001200000002", original: "310001200000001",
      lineItem: 310_000_500_000_002, from: "2023-04-01T09:00:00Z", until: "2023-05-01T09:00:00Z"),
    .subscription(
      "com.example.meadow.monthly", transactionID: "310001200000003", original: "310001200000001",
      lineItem: 310_000_500_000_003, from: "2023-05-01T09:00:00Z", until: "2023-06-01T09:00:00Z"),
    .nonConsumable(
      "com.example.meadow.fullversion", transactionID: "310001200000010", at: "2021-07-08T12:00:00Z"
    ),
    .consumable(
      "com.example.meadow.seeds100", transactionID: "310001200000020", at: "2023-05-31T20:15:00Z"),
  ])
}
