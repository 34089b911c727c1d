extension AppTransaction {
  private enum Field: String, CaseIterable {
    case receiptType, appAppleId, bundleId, applicationVersion, versionExternalIdentifier
    case receiptCreationDate, originalPurchaseDate, originalApplicationVersion, preorderDate
    case deviceVerification, deviceVerificationNonce, appTransactionId, originalPlatform
    case requestDate
  }

  private static let table = FieldTable<Field>()

  init(_ payload: JSONObject, _ fields: inout PayloadFields) {
    self.init()
    Self.table.read(payload, &fields) { read($0, $1, &$2) }
    unknownFields = fields.unknown
  }

  private mutating func read(
    _ field: Field, _ member: JSONMember, _ fields: inout PayloadFields
  ) {
    switch field {
    case .receiptType: receiptType = fields.text(member)
    case .appAppleId: appAppleID = fields.number(member)
    case .bundleId: bundleID = fields.text(member)
    case .applicationVersion: appVersion = fields.text(member)
    case .versionExternalIdentifier: versionExternalID = fields.number(member)
    case .receiptCreationDate: receiptCreationDate = fields.date(member)
    case .originalPurchaseDate: originalPurchaseDate = fields.date(member)
    case .originalApplicationVersion: originalAppVersion = fields.text(member)
    case .preorderDate: preorderDate = fields.date(member)
    case .deviceVerification: deviceVerification = fields.text(member)
    case .deviceVerificationNonce: deviceVerificationNonce = fields.text(member)
    case .appTransactionId: appTransactionID = fields.text(member)
    case .originalPlatform: originalPlatform = fields.text(member)
    case .requestDate: requestDate = fields.date(member)
    }
  }
}
