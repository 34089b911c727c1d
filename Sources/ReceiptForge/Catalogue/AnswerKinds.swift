import ReceiptVerification

extension ReceiptKind {
  /// verifyReceipt's JSON, whole or edited, with and without the receipt that proves it.
  static let answerKinds: [ReceiptKind] = [
    ReceiptKind("verify-receipt-answer", "an answer with the receipt that it is about", .ok) {
      AnswerDraft($1, receipt: try $0.mint($1)).encoded
    },
    ReceiptKind("verify-receipt-request", "the request that held a receipt", .ok) {
      let receipt = String(decoding: Base64Text.encode(try $0.mint($1)), as: UTF8.self)
      return Array("{\"receipt-data\":\"\(receipt)\",\"password\":\"secret\"}".utf8)
    },
    ReceiptKind(
      "verify-receipt-edited", "a genuine receipt beside rows with another expiry", .ok,
      findings: ["implausible-content"]
    ) {
      var answer = AnswerDraft($1, receipt: try $0.mint($1))
      for index in answer.latestReceiptInfo.indices {
        answer.latestReceiptInfo[index].set("expires_date", seconds: ReceiptDate.at("2099-09-09"))
      }
      return answer.encoded
    },
    ReceiptKind(
      "verify-receipt-invented", "a genuine receipt beside a row that it does not know", .ok
    ) {
      var answer = AnswerDraft($1, receipt: try $0.mint($1))
      answer.inApp.append(
        .init(
          .consumable(
            "com.example.meadow.seeds9000", transactionID: "310001299999999",
            at: "2023-05-31T21:00:00Z")))
      return answer.encoded
    },
    ReceiptKind(
      "verify-receipt-forged", "an answer about a receipt that is forged", .payloadAltered
    ) {
      let forged = try $0.altered($1) { $0.purchases[0].productID.append("x") }
      return AnswerDraft($1, receipt: forged).encoded
    },
    ReceiptKind("verify-receipt-unproven", "an answer without any receipt", .unsupportedFormat) {
      AnswerDraft($1, receipt: nil).encoded
    },
    ReceiptKind("verify-receipt-refused", "an answer that says no", .unsupportedFormat) { _, _ in
      Array("{\"status\":21003}".utf8)
    },
    ReceiptKind("verify-receipt-name-twice", "two receipts under one name", .malformed) {
      let answer = AnswerDraft($1, receipt: try $0.mint($1)).encoded
      return Array("{\"latest_receipt\":\"\",".utf8) + answer.dropFirst()
    },
    ReceiptKind("other-json", "JSON that is no store's", .unsupportedFormat) { _, _ in
      Array("{\"hello\":[1,2,{\"world\":null}]}".utf8)
    },
  ]
}
