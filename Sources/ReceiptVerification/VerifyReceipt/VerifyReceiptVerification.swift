/// The rules for verifyReceipt's JSON: the receipts inside are judged as the receipts they are, the
/// first of them gives the verdict, and the rows beside them are held against what they prove.
struct VerifyReceiptVerification {
  /// Judges a receipt inside, in base64: an app receipt or a transaction receipt.
  private let receipt: ([UInt8]) -> Verification
  /// Judges a signed token in compact form.
  private let token: ([UInt8]) -> Verification

  init(
    receipt: @escaping ([UInt8]) -> Verification, token: @escaping ([UInt8]) -> Verification
  ) {
    self.receipt = receipt
    self.token = token
  }

  func verify(_ text: Span<UInt8>) -> Verification {
    do {
      let document = try JSONReader.object(text)
      guard let shape = AnswerShape(document) else {
        // The body that a notification is delivered in is its token and nothing else.
        if let payload = document.text("signedPayload"), document.members.count == 1 {
          return token(Array(payload.utf8))
        }
        return Verification(format: .unknown, reason: .unsupportedFormat)
      }
      return try verify(shape)
    } catch {
      return Verification(format: .verifyReceiptJSON, reason: error.reason)
    }
  }

  private func verify(_ shape: AnswerShape) throws(DecodingFailure) -> Verification {
    var log = ObservationLog()
    var answer = VerifyReceiptAnswer()
    answer.status = shape.status
    for (field, text) in shape.signedReceipts {
      answer.nested.append(NestedVerification(field: field, verification: receipt(text)))
    }
    let first = answer.nested.first?.verification
    answer.bundleID = first?.document?.bundleID ?? shape.bundleID
    answer.environment = first?.environment ?? shape.environment
    answer.creationDate = first?.document?.creationDate ?? shape.date
    answer.nested = Self.withoutRepetition(answer.nested)
    try readRows(shape, &answer, &log)
    noteReceipts(answer.nested, shape, &log)

    var verification = first ?? Verification(format: .verifyReceiptJSON, reason: .unsupportedFormat)
    verification.format = .verifyReceiptJSON
    verification.document = .verifyReceiptAnswer(answer)
    verification.observations += log.entries
    return verification
  }

  /// A receipt that stands twice is one receipt.
  private static func withoutRepetition(_ nested: [NestedVerification]) -> [NestedVerification] {
    var seen: Set<[UInt8]> = []
    return nested.filter { one in
      one.verification.payloadSHA256.map { seen.insert($0).inserted } ?? true
    }
  }

  private func readRows(
    _ shape: AnswerShape, _ answer: inout VerifyReceiptAnswer, _ log: inout ObservationLog
  ) throws(DecodingFailure) {
    let comparison = AnswerComparison(
      answer.nested.flatMap(\.verification.purchases), signed: answer.creationDate,
      answered: shape.date)
    var seen: Set<Row> = []
    for (field, row) in try shape.rows() {
      let item = InAppPurchase(row: row)
      if comparison.proves(item, of: field, &log) { continue }
      // `in_app` and `latest_receipt_info` say much the same.
      guard seen.insert(Row(item)).inserted else { continue }
      answer.unprovenPurchases.append(
        Purchase(
          item: item, transaction: StoreTransaction(row: row), format: .verifyReceiptJSON,
          bundleID: answer.bundleID, environment: answer.environment, creationDate: shape.date,
          isVerified: false))
    }
  }

  /// What makes two rows one.
  private struct Row: Hashable {
    let transactionID: String?
    let productID: String?
    let expiresDate: Instant?
    let lineItem: Int64?

    init(_ item: InAppPurchase) {
      transactionID = item.transactionID
      productID = item.productID
      expiresDate = item.expiresDate
      lineItem = item.webOrderLineItemID
    }
  }

  private func noteReceipts(
    _ nested: [NestedVerification], _ shape: AnswerShape, _ log: inout ObservationLog
  ) {
    guard let first = nested.first?.verification, first.verdict == .genuine else { return }
    if let claimed = shape.bundleID, let signed = first.document?.bundleID,
      !claimed.utf8.elementsEqual(signed.utf8)
    {
      log.note(
        .implausibleContent, "unsigned-app-contradicts",
        ["claimed_bundle_id": claimed, "signed_bundle_id": signed])
    }
    for other in nested.dropFirst() where other.verification.verdict != .genuine {
      log.note(
        .implausibleContent, "second-receipt-not-genuine",
        [
          "field": other.field, "verdict": other.verification.verdict.rawValue,
          "reason": other.verification.reason.rawValue,
        ])
    }
  }
}
