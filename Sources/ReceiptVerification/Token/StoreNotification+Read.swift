extension StoreNotification {
  private enum Field: String, CaseIterable {
    case notificationType, subtype, notificationUUID, version, signedDate
    case data, summary, externalPurchaseToken, appData
  }

  /// The members of all four bodies; no name means two things.
  private enum BodyField: String, CaseIterable {
    case environment, appAppleId, bundleId, bundleVersion, status, consumptionRequestReason
    case signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
    case requestIdentifier, productId, storefrontCountryCodes, succeededCount, failedCount
    case externalPurchaseId, tokenCreationDate
  }

  private static let table = FieldTable<Field>()
  private static let bodyTable = FieldTable<BodyField>()

  /// `judge` verifies a token that stands inside.
  init(
    _ payload: JSONObject, _ fields: inout PayloadFields, judge: (String) -> Verification
  ) {
    self.init()
    Self.table.read(payload, &fields) { read($0, $1, &$2, judge) }
    unknownFields = fields.unknown
  }

  private mutating func read(
    _ field: Field, _ member: JSONMember, _ fields: inout PayloadFields,
    _ judge: (String) -> Verification
  ) {
    switch field {
    case .notificationType: notificationType = fields.text(member)
    case .subtype: subtype = fields.text(member)
    case .notificationUUID: notificationUUID = fields.text(member)
    case .version: version = fields.text(member)
    case .signedDate: signedDate = fields.date(member)
    case .data, .summary, .externalPurchaseToken, .appData:
      readBody(field, member, &fields, judge)
    }
  }

  private mutating func readBody(
    _ field: Field, _ member: JSONMember, _ fields: inout PayloadFields,
    _ judge: (String) -> Verification
  ) {
    guard let object = fields.object(member) else { return }
    guard body == nil else { return fields.unknown(member) }
    body = field.rawValue
    if field == .summary { summary = Summary() }
    if field == .externalPurchaseToken { externalPurchase = ExternalPurchase() }
    fields.inside(field.rawValue) { fields in
      Self.bodyTable.read(object, &fields) { read($0, $1, &$2, judge) }
    }
    // Apple: such a token is the sandbox's when its id begins so; it has no environment.
    if let id = externalPurchase?.externalPurchaseID {
      environment = id.hasPrefix("SANDBOX") ? "Sandbox" : "Production"
    }
  }

  private mutating func read(
    _ field: BodyField, _ member: JSONMember, _ fields: inout PayloadFields,
    _ judge: (String) -> Verification
  ) {
    switch field {
    case .environment: environment = fields.text(member)
    case .appAppleId: appAppleID = fields.number(member)
    case .bundleId: bundleID = fields.text(member)
    case .bundleVersion: bundleVersion = fields.text(member)
    case .status: status = fields.number(member)
    case .consumptionRequestReason: consumptionRequestReason = fields.text(member)
    case .signedTransactionInfo, .signedRenewalInfo, .signedAppTransactionInfo:
      guard case .text(let token) = member.value else {
        _ = fields.text(member)
        return
      }
      nested.append(NestedVerification(field: field.rawValue, verification: judge(token)))
    case .requestIdentifier: summary?.requestID = fields.text(member)
    case .productId: summary?.productID = fields.text(member)
    case .storefrontCountryCodes: summary?.storefrontCountryCodes = fields.texts(member)
    case .succeededCount: summary?.succeededCount = fields.number(member)
    case .failedCount: summary?.failedCount = fields.number(member)
    case .externalPurchaseId: externalPurchase?.externalPurchaseID = fields.text(member)
    case .tokenCreationDate: externalPurchase?.tokenCreationDate = fields.date(member)
    }
  }
}
