import ReceiptVerification

/// A row that is decided but not minted yet.
struct PlannedReceipt: Sendable {
  /// What happens to the draft on its way into the table.
  enum Form: Sendable, Equatable {
    case genuine
    /// Signed as this one, then exchanged for the draft.
    case altered(from: ReceiptDraft)
    /// Signed with a developer's certificate.
    case wrongPurpose
    /// As the kind of that name in the catalogue makes it of the draft.
    case kind(String)
    /// A signed transaction or a notification in place of the draft.
    case token(PlannedToken)
    /// An iOS 6 receipt of this purchase in place of the draft.
    case transactionReceipt(PurchaseDraft)
    /// In verifyReceipt's answer, with or without edited rows beside it.
    case answer(isEdited: Bool)
    /// With octets behind the end.
    case trailing
    case xcode
    case truncated
    case empty, null
  }

  var accountID: String?
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
    case .wrongPurpose: encoding.encode(try wrongPurpose(pki))
    case .kind(let name): try ReceiptKind.named(name)?.mint(pki, draft)
    case .token(let token): try token.mint(pki.tokens, bundleID: draft.bundleID ?? "")
    case .transactionReceipt(let purchase):
      try pki.mint(TransactionReceiptDraft(purchase, bundleID: draft.bundleID ?? ""))
    case .answer(let isEdited): try answer(pki, isEdited: isEdited)
    case .trailing: encoding.encode(try pki.mint(draft) + [0, 0, 0, 0])
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

  private func answer(_ pki: TestPKI, isEdited: Bool) throws -> [UInt8] {
    var answer = AnswerDraft(draft, receipt: try pki.mint(draft))
    for index in answer.latestReceiptInfo.indices where isEdited {
      answer.latestReceiptInfo[index].set("expires_date", seconds: ReceiptDate.at("2099-09-09"))
    }
    return answer.encoded
  }
}

extension PlannedReceipt {
  /// What the store says in the row, where it is the store that speaks.
  var stated: (at: Int64, purchases: [PurchaseDraft]) {
    switch form {
    case .token(let token): (token.signedAt, [token.purchase])
    case .transactionReceipt(let purchase):
      (purchase.purchaseDate.flatMap(ReceiptDate.seconds) ?? 0, [purchase])
    default: (draft.creationDate.flatMap(ReceiptDate.seconds) ?? 0, draft.purchases)
    }
  }

  /// Attribute 15 where the row has it; 0: none.
  var downloadID: Int64 {
    switch form {
    case .token, .transactionReceipt: 0
    default: draft.downloadID
    }
  }

  /// Whether the two rows carry one and the same signed payload.
  func sharesPayload(with other: PlannedReceipt) -> Bool {
    switch (form, other.form) {
    case (.genuine, .trailing), (.trailing, .genuine): draft == other.draft
    default: form == other.form && draft == other.draft
    }
  }
}

extension TransactionReceiptDraft {
  /// The receipt that an app of iOS 6 got for a subscription's period, under the later signer.
  fileprivate init(_ purchase: PurchaseDraft, bundleID: String) {
    self.init(
      bundleID: bundleID, productID: purchase.productID, transactionID: purchase.transactionID,
      original: purchase.originalTransactionID,
      lineItem: purchase.webOrderLineItemID == 0 ? nil : String(purchase.webOrderLineItemID),
      purchaseDate: purchase.purchaseDate ?? "", expiresDate: purchase.expiresDate, version: 3)
  }
}
