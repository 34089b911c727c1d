/// Decodes the fields of a transaction receipt. Values that cannot be decoded are noted, and kept.
struct TransactionReceiptReader {
  private(set) var receipt = TransactionReceipt()
  /// A purchase date is there with a value that is no date.
  private(set) var hasInvalidPurchaseDate = false
  private let info: PropertyList
  private var read: Set<[UInt8]> = []

  init(info: PropertyList, outer: PropertyList, _ log: inout ObservationLog) {
    self.info = info
    readApp(&log)
    readPurchase(&log)
    keepOthers(&log)
    receipt.unsigned.environment = outer["environment"].map(SafeText.escaped)
    receipt.unsigned.pod = outer["pod"].map(SafeText.escaped)
    receipt.unsigned.signingStatus = outer["signing-status"].map(SafeText.escaped)
    noteContradictions(&log)
  }

  private mutating func readApp(_ log: inout ObservationLog) {
    receipt.bundleID = text("bid", &log)
    receipt.appVersion = text("bvrs", &log)
    receipt.appItemID = number("app-item-id", &log)
    receipt.versionExternalID = number("version-external-identifier", &log)
    receipt.deviceID = text("unique-identifier", &log)
    receipt.vendorID = text("unique-vendor-identifier", &log)
  }

  private mutating func readPurchase(_ log: inout ObservationLog) {
    receipt.purchase.quantity = number("quantity", &log)
    receipt.purchase.productID = text("product-id", &log)
    receipt.purchase.productItemID = number("item-id", &log)
    receipt.purchase.transactionID = text("transaction-id", &log)
    receipt.purchase.originalTransactionID = text("original-transaction-id", &log)
    receipt.purchase.webOrderLineItemID = number("web-order-line-item-id", &log)
    receipt.purchase.isTrialPeriod = flag("is-trial-period", &log)
    receipt.purchase.purchaseDate = date("purchase-date", &log)
    hasInvalidPurchaseDate =
      receipt.purchase.purchaseDate == nil
      && ["purchase-date", "purchase-date-ms"].contains { info[$0]?.isEmpty == false }
    receipt.purchase.originalPurchaseDate = date("original-purchase-date", &log)
    receipt.purchase.expiresDate = expiry(&log)
    receipt.purchase.cancellationDate = date("cancellation-date", &log)
    receipt.purchase.cancellationReason = number("cancellation-reason", &log)
  }

  /// The value of a key; nil where it is absent or empty.
  private mutating func value(_ key: String) -> [UInt8]? {
    read.insert(Array(key.utf8))
    guard let value = info[key], !value.isEmpty else { return nil }
    return value
  }

  private mutating func text(_ key: String, _ log: inout ObservationLog) -> String? {
    guard let value = value(key) else { return nil }
    let text = SafeText(0..<value.count, value.span)
    if !text.isFaithful { note("unclean-text", key, value, &log) }
    return text.value
  }

  private mutating func number(_ key: String, _ log: inout ObservationLog) -> Int64? {
    guard let value = value(key) else { return nil }
    guard let number = StoreText.number(value) else {
      note("undecodable-value", key, value, &log)
      return nil
    }
    return number
  }

  private mutating func flag(_ key: String, _ log: inout ObservationLog) -> Bool? {
    guard let value = value(key) else { return nil }
    guard let flag = StoreText.flag(value) else {
      note("undecodable-value", key, value, &log)
      return nil
    }
    return flag
  }

  /// Milliseconds where they are given, else the text; Pacific time says nothing new.
  private mutating func date(_ key: String, _ log: inout ObservationLog) -> Instant? {
    _ = value(key + "-pst")
    let spelled = value(key)
    if let milliseconds = value(key + "-ms") {
      if let date = StoreText.milliseconds(milliseconds) { return date }
      note("undecodable-value", key + "-ms", milliseconds, &log)
    }
    guard let spelled else { return nil }
    guard let date = StoreText.date(spelled) else {
      note("undecodable-value", key, spelled, &log)
      return nil
    }
    return date
  }

  /// `expires-date` itself holds milliseconds; the spelled date has a key of its own.
  private mutating func expiry(_ log: inout ObservationLog) -> Instant? {
    _ = value("expires-date-formatted-pst")
    let spelled = value("expires-date-formatted")
    if let milliseconds = value("expires-date") {
      if let date = StoreText.milliseconds(milliseconds) ?? StoreText.date(milliseconds) {
        return date
      }
      note("undecodable-value", "expires-date", milliseconds, &log)
    }
    return spelled.flatMap(StoreText.date)
  }

  private mutating func keepOthers(_ log: inout ObservationLog) {
    for entry in info.entries where !read.contains(entry.key) {
      let key = SafeText.escaped(Array(entry.key.prefix(Self.shownOctets)))
      receipt.otherFields[key] = SafeText.escaped(Array(entry.value.prefix(Limits.textBytes)))
      log.note(
        .unknownAttribute, "unknown-field",
        ["field": key, "value_text": SafeText.escaped(Array(entry.value.prefix(Self.shownOctets)))])
    }
  }

  /// The outer keys say again what the signed id says; where they do not, somebody edited them.
  private func noteContradictions(_ log: inout ObservationLog) {
    guard let shard = TransactionNumber(receipt.purchase.transactionID)?.shard else { return }
    if let pod = receipt.unsigned.pod, pod != String(shard) {
      log.note(
        .implausibleContent, "unsigned-pod-differs", ["pod": pod, "signed_shard": String(shard)])
    }
    guard let claimed = receipt.unsigned.environment else { return }
    if (claimed == "Sandbox") != (receipt.environment == .sandbox) {
      log.note(
        .implausibleContent, "unsigned-environment-differs",
        ["environment": claimed, "signed_shard": String(shard)])
    }
  }

  /// Octets of a key or a value that evidence shows.
  private static let shownOctets = 64

  private func note(
    _ check: String, _ key: String, _ value: [UInt8], _ log: inout ObservationLog
  ) {
    log.note(
      .implausibleContent, check,
      ["field": key, "value_text": SafeText.escaped(Array(value.prefix(Self.shownOctets)))])
  }
}
