import ReceiptVerification

/// Receipts that the store did not sign.
extension FraudPlan {
  private static func one(
    _ row: PlannedReceipt, _ form: PlannedReceipt.Form, _ truth: Truth
  ) -> PlannedCase {
    var forged = row
    forged.form = form
    forged.truth = truth
    return PlannedCase(truth.label, isFraud: true, of: [], [forged])
  }

  /// The last row made a subscription that runs for decades.
  static func expiryAltered(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    var row = victim(nil, &register, &random).1
    let original = row.draft
    let last = original.purchases.count - 1
    row.draft.purchases[last].productType = .autoRenewableSubscription
    row.draft.purchases[last].expiresDate = "2099-12-31T23:59:59Z"
    return one(
      row, .altered(from: original),
      .forged("expiry-altered", .payloadAltered, also: "implausible-content"))
  }

  static func productAltered(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let (account, victim) = victim(nil, &register, &random)
    var row = victim
    row.draft.purchases[0].productID = account.app.nonConsumables[0].productID + ".premium"
    return one(
      row, .altered(from: victim.draft), .forged("product-altered", .payloadAltered))
  }

  /// The date of a refund taken out.
  static func refundHidden(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = ConfounderPlan.subscriber(.meadow, periods: 2, &register, &random) {
      $0.changeLast { $0.cancelledAt = $0.recordedAt + 4 * ReceiptDate.day }
    }
    var row = account.row(at: (account.history.moments.last ?? 0) + 2, &random)
    let original = row.draft
    for index in row.draft.purchases.indices { row.draft.purchases[index].cancellationDate = "" }
    return one(
      row, .altered(from: original), .forged("refund-hidden", .payloadAltered))
  }

  /// Texts that want to run where somebody reads them.
  static func hostileText(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    var row = victim(nil, &register, &random).1
    let original = row.draft
    row.draft.purchases[0].productID = random.pick([
      "=HYPERLINK(\"http://example.invalid\")", "<script>alert(1)</script>", "\u{1B}[31mred",
      "'; drop table receipts; --", "=cmd|' /C calc'!A0",
    ])
    return one(row, .altered(from: original), .forged("hostile-text", .payloadAltered))
  }

  /// One altered receipt that goes from hand to hand.
  static func tradedForgery(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let plan = productAltered(&register, &random)
    var rows = [plan.rows[0].labelled("traded-forgery")]
    for _ in 0..<4 {
      var copy = rows[0]
      copy.accountID = Account.id(register.next())
      copy.deviceID = nil
      copy.encoding = .common(&random)
      rows.append(copy)
    }
    return PlannedCase("traded-forgery", isFraud: true, of: [], rows)
  }

  /// As the kind of that name in the catalogue is made.
  static func forged(
    _ kind: String, _ reason: Reason, _ register: inout AccountRegister,
    _ random: inout SplitMix64
  ) -> PlannedCase {
    let row = victim(nil, &register, &random).1
    return one(row, .kind(kind), .forged(kind, reason))
  }

  static func wrongPurpose(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let row = victim(nil, &register, &random).1
    return one(row, .wrongPurpose, .forged("wrong-purpose-leaf", .leafMarkerMissing))
  }

  /// The purchase that a relay of 2012 answered with, signed by nobody, in several accounts.
  static func cannedPurchase(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    var row = victim(nil, &register, &random).1
    row.draft.purchases = [
      .consumable(
        "com.zeptolab.ctrbonus.superpower1", transactionID: "170000029449420",
        at: "2012-07-12T05:54:35Z")
    ]
    row.deviceID = nil
    row.form = .kind("foreign-root")
    row.truth = .forged("canned-purchase", .untrustedRoot, also: "known-forgery")
    var rows = [row]
    for _ in 0..<2 {
      var copy = row
      copy.accountID = Account.id(register.next())
      rows.append(copy)
    }
    return PlannedCase("canned-purchase", isFraud: true, of: [], rows)
  }

  /// A tool on the device makes up transaction ids.
  static func inventedID(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    var row = victim(nil, &register, &random).1
    row.draft.purchases = [
      .nonConsumable(
        row.draft.purchases[0].productID, transactionID: "E0DFD3CC-15E2-4BC3-A15F-B03EBD95B59C",
        at: row.draft.creationDate ?? "")
    ]
    return one(
      row, .kind("self-signed-leaf"),
      .forged("invented-id", .untrustedRoot, also: "known-forgery"))
  }

  /// A genuine receipt in an answer whose rows run for decades.
  static func editedAnswer(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let account = ConfounderPlan.subscriber(.meadow, periods: 2, &register, &random)
    var row = account.row(at: (account.history.moments.last ?? 0) + 2, &random)
    row.form = .answer(isEdited: true)
    row.truth.label = "edited-answer"
    row.truth.expectedFindings.append("implausible-content")
    return PlannedCase("edited-answer", isFraud: true, of: [account], [row])
  }

  /// An answer that anybody can type.
  static func unprovenAnswer(
    _ register: inout AccountRegister, _ random: inout SplitMix64
  ) -> PlannedCase {
    let row = victim(nil, &register, &random).1
    return one(
      row, .kind("verify-receipt-unproven"),
      Truth(
        label: "unproven-answer", reason: .unsupportedFormat,
        expectedFindings: ["unsupported-receipt"]))
  }
}
