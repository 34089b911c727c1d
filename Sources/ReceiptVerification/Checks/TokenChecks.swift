/// Checks of a token's own fields against one another, and of the tokens inside a notification.
///
/// As in `ReceiptChecks`, none changes a verdict, and nothing is said about what a test tool made. A
/// token signed long after its purchase is normal: the server signs anew whenever it is asked.
enum TokenChecks {
  static func run(_ verification: Verification, _ log: inout ObservationLog) {
    let isSigned = verification.verdict != .forged
    if !isSigned { KnownForgeries.run(verification.purchases.map(\.item), &log) }
    guard let document = verification.document,
      document.environment == .production || document.environment == .sandbox
    else { return }
    switch document {
    case .transaction(let transaction): run(transaction, isSigned: isSigned, &log)
    case .appTransaction(let app): run(app, &log)
    case .notification(let notification): run(notification, &log)
    default: break
    }
  }

  /// The checks of a receipt's purchase, with the signing date for the receipt's creation.
  private static func run(
    _ transaction: StoreTransaction, isSigned: Bool, _ log: inout ObservationLog
  ) {
    PurchaseChecks(
      [transaction.purchase], environment: StoreEnvironment(named: transaction.environment),
      creationDate: transaction.signedDate, isSigned: isSigned
    ).run(&log)
  }

  private static func run(_ app: AppTransaction, _ log: inout ObservationLog) {
    guard let created = app.receiptCreationDate, let bought = app.originalPurchaseDate,
      bought > created
    else { return }
    log.note(
      .implausibleContent, "app-bought-after-creation",
      ["original_purchase_date": bought.text, "creation_date": created.text])
  }

  /// A notification and the tokens that it carries are signed at one time, about one app.
  private static func run(_ notification: StoreNotification, _ log: inout ObservationLog) {
    for nested in notification.nested {
      let inner = nested.verification
      if inner.verdict != .genuine {
        log.note(
          .implausibleContent, "nested-not-genuine",
          ["field": nested.field, "reason": inner.reason.rawValue])
      }
      if let bundleID = inner.document?.bundleID, let outer = notification.bundleID,
        !bundleID.utf8.elementsEqual(outer.utf8)
      {
        log.note(
          .implausibleContent, "nested-bundle-differs",
          ["field": nested.field, "nested_bundle_id": bundleID, "bundle_id": outer])
      }
      if inner.document != nil, inner.environment != notification.storeEnvironment {
        log.note(
          .implausibleContent, "nested-environment-differs",
          ["field": nested.field, "nested_environment": inner.environment.rawValue])
      }
      for observation in inner.observations {
        var evidence = observation.evidence
        evidence["inside"] = nested.field
        log.note(observation.rule, observation.check, evidence)
      }
    }
  }
}

extension StoreNotification {
  fileprivate var storeEnvironment: StoreEnvironment { StoreEnvironment(named: environment) }
}
