import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Signed tokens")
struct TokenTests {
  private static let bundleID = "com.example.meadow"

  private static func verify(
    _ change: (inout TokenDraft) -> Void = { _ in }
  ) throws -> Verification {
    var draft = TokenDraft.transaction(bundleID: bundleID)
    change(&draft)
    return Minted.verifier.verify(try Minted.pki.tokens.token(draft).bytes())
  }

  private static func transaction(_ verification: Verification) -> StoreTransaction? {
    if case .transaction(let transaction) = verification.document { transaction } else { nil }
  }

  @Test("every kind of payload is classified by what is in it")
  func classification() throws {
    for (kind, format) in [
      ("token-transaction", .jwsTransaction), ("token-renewal-info", .jwsRenewalInfo),
      ("token-app-transaction", .jwsAppTransaction), ("token-notification", .jwsNotification),
      ("token-notification-body", .jwsNotification), ("token-unknown-payload", .unknown),
    ] as [(String, ReceiptFormat)] {
      let minted = try #require(ReceiptKind.named(kind)).mint(Minted.pki)
      #expect(Minted.verifier.verify(minted).format == format, "\(kind)")
    }
  }

  @Test("a transaction's fields are read, and projected under the names of receipts")
  func fields() throws {
    let verification = try Self.verify {
      $0["offerType"] = .number(1)
      $0["offerDiscountType"] = .text("FREE_TRIAL")
      $0["isUpgraded"] = .flag(true)
      $0["revocationPercentage"] = .number(50_000)
      $0["commitmentInfo"] = .object([.init("billingPeriodNumber", .number(3))])
    }
    let transaction = try #require(Self.transaction(verification))
    #expect(verification.reason == .ok)
    #expect(verification.observations == [])
    #expect(verification.environment == .production)
    #expect(transaction.bundleID == Self.bundleID)
    #expect(transaction.price == 9990)
    #expect(transaction.currency == "USD")
    #expect(transaction.storefront == "USA")
    #expect(transaction.inAppOwnershipType == "PURCHASED")
    #expect(transaction.isUpgraded == true)
    #expect(transaction.revocationPercentage == 50_000)
    #expect(transaction.commitmentInfo == #"{"billingPeriodNumber":3}"#)
    #expect(transaction.signedDate?.text == "2025-10-06T05:17:18.450000Z")
    #expect(transaction.unknownFields == [])
    let purchase = try #require(verification.purchases.first)
    #expect(purchase.isVerified)
    #expect(purchase.bundleID == Self.bundleID)
    #expect(purchase.item.productType == .autoRenewableSubscription)
    #expect(purchase.item.webOrderLineItemID == 310_000_500_000_003)
    #expect(purchase.item.isTrialPeriod == true)
    #expect(purchase.item.isInIntroOfferPeriod == false)
  }

  @Test("unknown fields and unknown words are kept as they were signed")
  func unknown() throws {
    let verification = try Self.verify {
      $0["type"] = .text("Telepathic Subscription")
      $0["newField"] = .object([.init("a", .array([.number(1), .text("\"")]))])
    }
    let transaction = try #require(Self.transaction(verification))
    #expect(transaction.type == "Telepathic Subscription")
    #expect(transaction.productType == nil)
    #expect(
      transaction.unknownFields == [UnknownField(name: "newField", json: #"{"a":[1,"\""]}"#)])
    #expect(verification.observations.map(\.rule) == [.unknownAttribute])
  }

  @Test("a value of another type is null, kept, and noted")
  func mismatch() throws {
    let verification = try Self.verify {
      $0["quantity"] = .text("1")
      $0["price"] = .raw("9.99")
      $0["expiresDate"] = .raw("null")
    }
    let transaction = try #require(Self.transaction(verification))
    #expect(verification.reason == .ok)
    #expect(transaction.quantity == nil && transaction.price == nil)
    #expect(transaction.expiresDate == nil)
    #expect(transaction.unknownFields.map(\.name) == ["quantity", "price"])
    #expect(
      verification.observations.map(\.check) == ["undecodable-value", "undecodable-value"])
  }

  @Test("NUL in a text is escaped, and the text kept as it was signed")
  func hostileText() throws {
    let verification = try Self.verify { $0["productId"] = .raw(#""a\u0000\\b""#) }
    let transaction = try #require(Self.transaction(verification))
    #expect(transaction.productID == "a\\x00\\\\b")
    #expect(
      transaction.unknownFields == [UnknownField(name: "productId", json: #""a\u0000\\b""#)])
    #expect(verification.observations.map(\.check) == ["unclean-text"])
  }

  @Test("Xcode's fractions of milliseconds become microseconds")
  func fractions() throws {
    let token = try TokenPKI.xcodeToken(.xcode(bundleID: Self.bundleID)).bytes()
    let verification = Minted.verifier.verify(token)
    #expect(verification.environment == .xcode)
    #expect(verification.observations == [])
    let transaction = try #require(Self.transaction(verification))
    #expect(transaction.purchaseDate?.microsecondsSince1970 == 1_759_727_838_049_730)
    #expect(transaction.signedDate?.microsecondsSince1970 == 1_759_727_838_056_485)
  }

  @Test("the other value of s verifies, and it is the same document")
  func malleability() throws {
    var token = Minted.pki.tokens.token(.transaction(bundleID: Self.bundleID))
    try token.seal()
    var other = token
    other.malleate()
    let (one, two) = (
      Minted.verifier.verify(try token.bytes()), Minted.verifier.verify(try other.bytes())
    )
    #expect(try token.text() != other.text())
    #expect(two.reason == .ok)
    #expect(one == two)
  }

  @Test("what stands round a token is taken off and named, and nothing else is")
  func transport() throws {
    let text = try Minted.pki.tokens.token(.transaction(bundleID: Self.bundleID)).text()
    for (stored, repairs) in [
      (text, []), ("  \(text)\n", [.whitespace]), ("\"\(text)\"", [.quotes]),
      ("'\(text)'\r\n", [.whitespace, .quotes]), ("\u{feff}\(text)", [.byteOrderMark]),
    ] as [(String, [Repair])] {
      let verification = Minted.verifier.verify(Array(stored.utf8))
      #expect(verification.reason == .ok)
      #expect(verification.repairs == repairs)
    }
    for stored in [
      text.replacing(".", with: "%2E"), "\(text)\u{0}", "\"\(text)", "\(text),\(text)",
      "\(text)\n\(text)", text.dropLast() + " " + text.suffix(1),
    ] {
      #expect(Minted.verifier.verify(Array(stored.utf8)).verdict == .corrupt)
    }
  }

  @Test("signature and trust are two answers")
  func twoAnswers() throws {
    for (kind, signature, trust) in [
      ("token-foreign-chain", .valid, .untrusted), ("token-price-altered", .invalid, .trusted),
      ("token-alg-none", .absent, .unknown), ("token-signature-short", .unchecked, .unknown),
      ("token-signed-after-leaf", .valid, .untrusted), ("token-date-missing", .valid, .unknown),
    ] as [(String, SignatureStatus, TrustStatus)] {
      let minted = try #require(ReceiptKind.named(kind)).mint(Minted.pki)
      let verification = Minted.verifier.verify(minted)
      #expect(verification.signature == signature, "\(kind)")
      #expect(verification.trust == trust, "\(kind)")
    }
  }

  @Test("a header judged before does not carry another signature through")
  func cachedHeader() throws {
    let verifier = ReceiptVerifier(anchors: Minted.verifier.anchors)
    var token = Minted.pki.tokens.token(.transaction(bundleID: Self.bundleID))
    try token.seal()
    #expect(verifier.verify(try token.bytes()).reason == .ok)
    token.payload = TokenDraft.renewalInfo.payload
    #expect(verifier.verify(try token.bytes()).reason == .payloadAltered)
    token.key = try TokenPKI.otherKey
    token.signature = nil
    #expect(verifier.verify(try token.bytes()).reason == .payloadAltered)
  }
}
