import ReceiptForge
import ReceiptVerification
import Testing

@Suite("verifyReceipt's JSON")
struct VerifyReceiptTests {
  private struct Missing: Error {}

  private func verify(_ text: [UInt8]) -> Verification { Minted.verifier.verify(text) }

  private func answer(_ verification: Verification) throws -> VerifyReceiptAnswer {
    guard case .verifyReceiptAnswer(let answer) = verification.document else { throw Missing() }
    return answer
  }

  private func draft(_ change: (inout AnswerDraft) -> Void = { _ in }) throws -> AnswerDraft {
    var draft = AnswerDraft(.sample, receipt: try Minted.pki.mint(.sample))
    change(&draft)
    return draft
  }

  private func contradictions(_ verification: Verification) -> [[String: String]] {
    verification.observations.filter { $0.check == "unsigned-row-contradicts" }.map(\.evidence)
  }

  @Test("the receipt inside gives verdict, identity and proven purchases")
  func receiptInside() throws {
    let receipt = try Minted.pki.mint(.sample)
    let alone = verify(receipt)
    let verification = verify(try draft().encoded)
    #expect(verification.format == .verifyReceiptJSON)
    #expect(verification.reason == .ok)
    #expect(verification.payloadSHA256 == alone.payloadSHA256)
    #expect(verification.signerSHA256 == alone.signerSHA256)
    #expect(verification.environment == .production)
    #expect(verification.observations == [])
    let answer = try answer(verification)
    #expect(answer.nested.map(\.field) == ["latest_receipt"])
    #expect(answer.unprovenPurchases.isEmpty)
    #expect(verification.purchases == alone.purchases)
    #expect(verification.purchases.allSatisfy { $0.isVerified && $0.format == .appReceipt })
  }

  @Test("a request is judged by the receipt in it, whatever damage its base64 has")
  func request() throws {
    for encoding in [ReceiptEncoding.base64, .urlSafe, .unpadded, .escapedSlashes] {
      let text = String(
        decoding: encoding.encode(try Minted.pki.mint(.sample)), as: UTF8.self)
      let verification = verify(Array("{ \"receipt-data\" : \"\(text)\" }".utf8))
      #expect(verification.reason == .ok, "\(encoding)")
      #expect(verification.format == .verifyReceiptJSON)
    }
  }

  @Test("a row that no receipt knows is kept, unproven")
  func unprovenRow() throws {
    let stray = PurchaseDraft.consumable(
      "com.example.gem", transactionID: "310001299999999", at: "2023-05-31T21:00:00Z")
    let verification = verify(try draft { $0.inApp.append(.init(stray)) }.encoded)
    #expect(verification.reason == .ok)
    #expect(contradictions(verification) == [])
    let unproven = try answer(verification).unprovenPurchases
    #expect(unproven.map(\.item.transactionID) == ["310001299999999"])
    #expect(unproven.map(\.isVerified) == [false])
    #expect(unproven.first?.format == .verifyReceiptJSON)
    #expect(verification.purchases.count == ReceiptDraft.sample.purchases.count + 1)
  }

  @Test(
    "a row that says something else than the receipt is told with both values",
    arguments: [
      ("product_id", "com.example.other"), ("original_transaction_id", "310001200009999"),
      ("web_order_line_item_id", "310000500009999"), ("expires_date_ms", "4092595200000"),
    ])
  func contradiction(_ name: String, _ value: String) throws {
    let verification = verify(try draft { $0.latestReceiptInfo[1].set(name, value) }.encoded)
    #expect(verification.reason == .ok)
    let found = contradictions(verification)
    #expect(found.count == 1)
    let column = name.replacing("_ms", with: "")
    let evidence = try #require(found.first)
    #expect(evidence["transaction_id"] == "310001200000002")
    #expect(evidence["field"] == "latest_receipt_info")
    #expect(evidence["signed_\(column)"] != nil)
    #expect(evidence["claimed_\(column)"] != evidence["signed_\(column)"])
    #expect(try answer(verification).unprovenPurchases.isEmpty)
  }

  @Test("a restated original purchase date is normal")
  func restatedOriginal() throws {
    let verification = verify(
      try draft { $0.inApp[0].set("original_purchase_date", seconds: 1_600_000_000) }.encoded)
    #expect(verification.observations == [])
  }

  @Test("a newer answer may know of a longer period, within what is sold, and of no shorter one")
  func extendedPeriod() throws {
    func found(_ expires: String, later: Int64) throws -> Int {
      let seconds = try #require(ReceiptDate.seconds(expires))
      return contradictions(
        verify(
          try draft {
            $0.requestDate += later
            $0.latestReceiptInfo[2].set("expires_date", seconds: seconds)
          }.encoded)
      ).count
    }
    #expect(try found("2023-06-15T09:00:00Z", later: 86_400) == 0)
    #expect(try found("2023-06-15T09:00:00Z", later: 0) == 1)
    #expect(try found("2023-05-15T09:00:00Z", later: 86_400) == 1)
    #expect(try found("2093-06-15T09:00:00Z", later: 86_400) == 1)
  }

  @Test("another app in the JSON than in the receipt is told")
  func otherApp() throws {
    let verification = verify(try draft { $0.bundleID = "com.example.other" }.encoded)
    #expect(verification.observations.map(\.check) == ["unsigned-app-contradicts"])
    #expect(verification.document?.bundleID == "com.example.meadow")
  }

  @Test("without a receipt nothing is judged, and what the JSON claims is kept as claims")
  func withoutReceipt() throws {
    let verification = verify(AnswerDraft(.sample, receipt: nil).encoded)
    #expect(verification.reason == .unsupportedFormat)
    #expect(verification.signature == .unchecked)
    let answer = try answer(verification)
    #expect(answer.bundleID == "com.example.meadow")
    #expect(answer.environment == .production)
    #expect(answer.unprovenPurchases.count == ReceiptDraft.sample.purchases.count)
    #expect(verification.purchases.allSatisfy { !$0.isVerified })
  }

  @Test("rows are read as objects and arrays, with numbers as numbers and with hyphens in names")
  func spellings() throws {
    let receipt = """
      {"receipt":{"bid":"com.example.meadow","in_app":{"product-id":"a","transaction-id":310001200000001,
      "purchase-date-ms":1447821281000,"quantity":1,"is_trial_period":"true"}},
      "latest_receipt_info":[{"product_id":"b","transaction_id":"310001200000002",
      "expires_date":"1448346881000","expires_date_formatted":"2015-11-24 06:34:41 Etc/GMT",
      "is_in_intro_offer_period":false,"in_app_ownership_type":"FAMILY_SHARED"}],"status":0}
      """
    let answer = try answer(verify(Array(receipt.utf8)))
    #expect(answer.bundleID == "com.example.meadow")
    #expect(answer.unprovenPurchases.count == 2)
    let latest = try #require(answer.unprovenPurchases.first)
    #expect(latest.item.productID == "b")
    #expect(latest.item.expiresDate?.text == "2015-11-24T06:34:41Z")
    #expect(latest.item.isInIntroOfferPeriod == false)
    #expect(latest.transaction?.inAppOwnershipType == "FAMILY_SHARED")
    let inApp = try #require(answer.unprovenPurchases.last)
    #expect(inApp.item.productID == "a")
    #expect(inApp.item.transactionID == "310001200000001")
    #expect(inApp.item.purchaseDate?.text == "2015-11-18T04:34:41Z")
    #expect(inApp.item.quantity == 1)
    #expect(inApp.item.isTrialPeriod == true)
  }

  @Test("an iOS 6 answer is its purchase, proven by the transaction receipt in it")
  func oldAnswer() throws {
    let signed = try Minted.pki.mint(TransactionReceiptDraft())
    let text = """
      {"receipt":{"bid":"com.example.meadow","product_id":"com.example.meadow.monthly",
      "transaction_id":"350000123456789","original_transaction_id":"350000123456789",
      "expires_date":"1450413281000"},"latest_receipt":"\(String(decoding: signed, as: UTF8.self))",
      "status":21006}
      """
    let verification = TransactionReceiptTests.verifier.verify(Array(text.utf8))
    #expect(verification.reason == .ok)
    #expect(verification.format == .verifyReceiptJSON)
    #expect(verification.signerKeyBits == 1024)
    #expect(verification.purchases.map(\.format) == [.transactionReceipt])
    #expect(verification.observations == [])
    #expect(try answer(verification).status == 21006)
  }

  @Test("the receipts of a version 1 notification are found in it")
  func firstNotifications() throws {
    let answer = String(decoding: try draft().encoded, as: UTF8.self)
    let text = "{\"notification_type\":\"CANCEL\",\"unified_receipt\":\(answer)}"
    #expect(verify(Array(text.utf8)).reason == .ok)
  }

  @Test("a second receipt that is not genuine is told, and proves nothing")
  func secondReceipt() throws {
    let forged = try Minted.pki.altered(.sample) { $0.purchases[0].productID.append("x") }
    let data = String(decoding: ReceiptEncoding.base64.encode(forged), as: UTF8.self)
    let text = try draft().encoded.dropLast() + Array(",\"receipt-data\":\"\(data)\"}".utf8)
    let verification = verify(Array(text))
    #expect(verification.reason == .ok)
    #expect(verification.observations.map(\.check) == ["second-receipt-not-genuine"])
    let states = verification.purchases.map(\.isVerified)
    #expect(states.filter { $0 }.count == ReceiptDraft.sample.purchases.count)
    #expect(states.contains(false))
  }

  @Test("JSON inside JSON is not followed, and deep or broken JSON ends in a reason")
  func hostile() throws {
    let inner = try draft().encoded
    let base64 = String(decoding: ReceiptEncoding.base64.encode(inner), as: UTF8.self)
    #expect(
      verify(Array("{\"latest_receipt\":\"\(base64)\"}".utf8)).reason == .unsupportedFormat)
    let deep =
      "{\"receipt\":" + String(repeating: "[", count: 100_000)
      + String(repeating: "]", count: 100_000) + "}"
    #expect(verify(Array(deep.utf8)).verdict == .corrupt)
    for text in ["{\"status\":0,}", "{\"status\":0", "{\"status\":0}x", "{\"a\":1e400}"] {
      #expect(verify(Array(text.utf8)).verdict == .corrupt, "\(text)")
    }
    let many = "{\"latest_receipt_info\":[" + String(repeating: "{},", count: 9000) + "{}]}"
    #expect(verify(Array(many.utf8)).reason == .limitExceeded)
  }
}
