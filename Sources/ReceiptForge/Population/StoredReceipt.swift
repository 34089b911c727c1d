/// A row of a receipts table, with the truth about it.
public struct StoredReceipt: Sendable, Equatable {
  public var receiptID: Int64
  public var accountID: String
  /// The app that the row claims to be about.
  public var bundleID: String
  /// Sixteen octets of a UUID; nil where the app sent none.
  public var deviceID: [UInt8]?
  /// What is stored; nil is SQL NULL.
  public var receipt: [UInt8]?
  /// Seconds since 1970.
  public var receivedAt: Int64
  public var truth: Truth
}

/// A row that is decided but not minted yet.
struct PlannedReceipt: Sendable {
  /// What happens to the draft on its way into the table.
  enum Form: Sendable {
    case genuine
    /// Signed as this one, then exchanged for the draft.
    case altered(from: ReceiptDraft)
    case foreignRoot, lookalikeRoot, wrongPurpose
    case xcode
    case truncated
    case empty, null
  }

  var accountID: String
  var bundleID: String
  var deviceID: [UInt8]?
  var draft: ReceiptDraft
  var form = Form.genuine
  var encoding: ReceiptEncoding
  var receivedAt: Int64
  var truth: Truth

  /// The row; the slow part of making a population.
  func mint(_ pki: TestPKI, id: Int64) throws -> StoredReceipt {
    StoredReceipt(
      receiptID: id, accountID: accountID, bundleID: bundleID, deviceID: deviceID,
      receipt: try stored(pki), receivedAt: receivedAt, truth: truth)
  }

  private func stored(_ pki: TestPKI) throws -> [UInt8]? {
    switch form {
    case .genuine, .xcode: encoding.encode(try pki.mint(draft))
    case .altered(let original): encoding.encode(try pki.altered(original) { $0 = draft })
    case .foreignRoot: encoding.encode(try TestPKI.foreign.mint(draft))
    case .lookalikeRoot: encoding.encode(try TestPKI.lookalike.mint(draft))
    case .wrongPurpose: encoding.encode(try wrongPurpose(pki))
    case .truncated: Array(encoding.encode(try pki.mint(draft)).prefix(4000))
    case .empty: []
    case .null: nil
    }
  }

  private func wrongPurpose(_ pki: TestPKI) throws -> [UInt8] {
    let moment = draft.creationDate.flatMap(ReceiptDate.seconds) ?? receivedAt
    let era = Era.at(moment)
    let chain = try pki.developerChain(Generation.of(era, at: moment))
    return try pki.mint(draft, chain: chain, digest: era.digest)
  }
}
