public import PostgreSQL

/// Everything that the audit knows of one account or one receipt.
public struct FraudCase: Sendable {
  public enum Subject: Sendable, Equatable {
    case account(String)
    case receipt(String)

    /// As in `Account anna`.
    public var name: String {
      switch self {
      case .account(let account): "Account \(account)"
      case .receipt(let receipt): "Receipt \(receipt)"
      }
    }
  }

  public let subject: Subject
  /// The run that it was read from.
  public let runID: Int64
  public let parts: [CasePart]
  /// Receipts of the case itself that were verified again, in the order of the first part.
  public private(set) var proofs: [(receiptID: String, proof: ReceiptProof)] = []

  /// Reads the case out of the published run, in one snapshot.
  ///
  /// - Throws: `ReportError.noReceipt` or `.noAccount` where there is no such thing.
  public static func read(_ subject: Subject, from connection: Connection) throws -> FraudCase {
    let scope = try RunScope.open(nil, on: connection)
    return try connection.transaction(.readOnlySnapshot) {
      try Listing.prepareSession(connection)
      let parts = try CasePart.all.map { part in
        var read = part
        try Listing(subject.filling(SQLFile.query(part.query), connection)).stream(
          from: connection, disclosure: Disclosure(), into: &read.table)
        return read
      }
      guard !parts[0].table.rows.isEmpty else {
        switch subject {
        case .account(let account): throw ReportError.noAccount(account)
        case .receipt(let receipt): throw ReportError.noReceipt(receipt)
        }
      }
      return FraudCase(subject: subject, runID: scope.runID, parts: parts)
    }
  }

  private init(subject: Subject, runID: Int64, parts: [CasePart]) {
    self.subject = subject
    self.runID = runID
    self.parts = parts
  }

  /// Receipts that a bundle is made of at most.
  public static let mostProofs = 200

  /// The receipts of the case itself, those that are not genuine first.
  public var receiptIDs: [String] {
    let receipts = parts[0].table
    return receipts.rows.indices.filter { receipts.value($0, "relation") == "the case" }
      .compactMap { receipts.value($0, "receipt_id") }
  }

  /// The stored octets of a receipt, nil for NULL and for what is too large to be fetched.
  ///
  /// - Throws: `ReportError.noReceipt` where the source has it no more.
  public static func stored(_ receiptID: String, in connection: Connection) throws -> [UInt8]? {
    let rows = try connection.query(SQLFile.query("report/stored_receipt"), [.text(receiptID)])
    guard rows.count > 0 else { throw ReportError.noReceipt(receiptID) }
    return try rows[0].bytes("receipt")
  }

  /// Intermediates that other receipts carried, in DER: the run has them at hand too.
  public static func intermediates(in connection: Connection) throws -> [[UInt8]] {
    let rows = try connection.query(SQLFile.query("report/intermediates"))
    return try (0..<rows.count).compactMap { try rows[$0].bytes("der") }
  }

  /// Adds what verifying a receipt again showed.
  public mutating func add(_ proof: ReceiptProof, of receiptID: String) {
    proofs.append((receiptID, proof))
  }

  /// The verdict and why, of a receipt of the case.
  func sentence(of receiptID: String) -> String {
    let receipts = parts[0].table
    guard let row = receipts.rows.firstIndex(where: { $0[0] == receiptID }) else { return "" }
    let stored = (
      verdict: receipts.value(row, "verdict") ?? "", reason: receipts.value(row, "reason") ?? ""
    )
    let sentence = ReasonText.sentence(verdict: stored.verdict, reason: stored.reason)
    guard let now = proofs.first(where: { $0.receiptID == receiptID })?.proof,
      now.reason != stored.reason
    else { return sentence }
    return sentence + " Verified again, with what is at hand here: "
      + ReasonText.sentence(verdict: now.verdict, reason: now.reason)
  }

  /// The whole case in one sentence.
  public var sentence: String {
    if case .receipt(let receiptID) = subject { return self.sentence(of: receiptID) }
    let receipts = parts[0].table
    let own = receipts.rows.indices.filter { receipts.value($0, "relation") == "the case" }
    let forged = own.count { receipts.value($0, "verdict") == "forged" }
    let findings = self["findings"]
    let open = findings.rows.indices.filter { findings.value($0, "status") == "open" }
    let critical = open.count { findings.value($0, "severity") == "critical" }
    return "\(forged) of \(own.count) receipts are forged; \(open.count) findings are open, "
      + "\(critical) of them critical."
  }

  subscript(id: String) -> RowTable {
    parts.first { $0.id == id }?.table ?? RowTable(columns: [])
  }
}

extension FraudCase.Subject {
  fileprivate func filling(_ query: String, _ connection: Connection) throws -> String {
    let values: (receipt: String?, account: String?) =
      switch self {
      case .account(let account): (nil, account)
      case .receipt(let receipt): (receipt, nil)
      }
    func literal(_ value: String?) throws -> String {
      (try value.map { try connection.escapeLiteral($0) } ?? "null") + "::text"
    }
    // In one go: a value that looks like a place to be filled must not be one.
    let parts = query.split(separator: "{receipt}", omittingEmptySubsequences: false)
    return try parts.map { part in
      String(part).replacing("{account}", with: try literal(values.account))
    }.joined(separator: try literal(values.receipt))
  }
}

/// One table of a case.
public struct CasePart: Sendable {
  public let id: String
  public let title: String
  let note: String
  let query: String
  public internal(set) var table = RowTable(columns: [])

  static let all = [
    CasePart(
      id: "receipts", title: "Receipts",
      note: "The receipts of the case, those of the same account, and those of the same payload.",
      query: "report/case_receipts"),
    CasePart(
      id: "findings", title: "Findings", note: "Findings that name the case.",
      query: "report/case_findings"),
    CasePart(
      id: "dispositions", title: "Dispositions",
      note: "What people decided about findings, oldest first.",
      query: "report/case_dispositions"),
    CasePart(
      id: "claims", title: "Claimed, not proven",
      note: "What receipts that are not genuine claim, beside what a genuine receipt proves of the "
        + "same transaction.",
      query: "report/case_claims"),
    CasePart(
      id: "purchases", title: "Proven purchases",
      note: "What genuine receipts of the case prove.", query: "report/case_purchases"),
    CasePart(
      id: "shared", title: "Used by others",
      note: "Other accounts whose receipts carry the same transactions, in order of use.",
      query: "report/case_shared"),
  ]
}
