import OpenSSL

/// One way from a signer up to where it ends, signer first.
struct CertificatePath {
  let certificates: [Certificate]
  /// The first rule that the path breaks whatever the date; nil for none.
  let failure: Reason?

  /// The seconds since 1970 at which every certificate is valid, both ends included (RFC 5280 4.1.2.5).
  let notBefore: Int64
  let notAfter: Int64

  init(
    _ certificates: [Certificate], missing failure: Reason?, _ anchors: TrustAnchors,
    _ purpose: SigningPurpose
  ) {
    self.certificates = certificates
    self.failure = failure ?? Self.firstFailure(certificates, anchors, purpose)
    notBefore = certificates.map(\.notBefore).max() ?? .max
    notAfter = certificates.map(\.notAfter).min() ?? .min
  }

  /// The order in which failures are told: the further a path gets, the better it is.
  private static let order: [Reason] = [
    .chainBroken, .intermediateNotAvailable, .rootNotAvailable, .untrustedRoot, .issuerNotACA,
    .leafMarkerMissing, .intermediateMarkerMissing, .keyNotAllowed,
  ]

  var progress: Int { failure.flatMap { Self.order.firstIndex(of: $0) } ?? Self.order.count }

  private static func firstFailure(
    _ path: [Certificate], _ anchors: TrustAnchors, _ purpose: SigningPurpose
  ) -> Reason? {
    guard let signer = path.first, let top = path.last else { return .chainBroken }
    if path.contains(where: \.hasUnknownCriticalExtension) { return .chainBroken }
    guard anchors.isAnchor(top) else { return .untrustedRoot }
    let issuers = path.dropFirst()
    if issuers.contains(where: { !$0.isCA }) { return .issuerNotACA }
    // pathLenConstraint counts the intermediates below, the signer not included (RFC 5280 4.2.1.9).
    for (below, issuer) in issuers.enumerated() where issuer.pathLength.map({ $0 < below }) ?? false
    {
      return .issuerNotACA
    }
    guard signer.extensionOIDs.contains(purpose.signerMarker) else { return .leafMarkerMissing }
    guard let issuer = issuers.first, issuer.extensionOIDs.contains(purpose.issuerMarker) else {
      return .intermediateMarkerMissing
    }
    return purpose.allows(signer.publicKey)
      && issuers.allSatisfy { KeyRules.isAllowed($0.publicKey) } ? nil : .keyNotAllowed
  }
}

/// What a signer has to be certified for.
enum SigningPurpose: Sendable {
  /// Receipts, signed transactions, and transaction receipts of version 3.
  case receipts
  /// Transaction receipts of version 2, which the iTunes Store's own intermediate vouched for.
  case purchases

  var signerMarker: String { self == .receipts ? Marker.receiptSigning : Marker.purchaseSigning }

  var issuerMarker: String { self == .receipts ? Marker.developerRelations : Marker.musicStore }

  /// The purchases' signers had 1024 bits, and never more.
  func allows(_ key: PublicKey?) -> Bool {
    switch self {
    case .receipts: KeyRules.isAllowed(key)
    case .purchases:
      if case .rsa(let bits, let sound) = key?.kind { sound && bits >= 1024 } else { false }
    }
  }
}

/// Which keys may sign.
enum KeyRules {
  static let minimumRSABits = 2048
  /// 16,384 bits are what OpenSSL itself accepts; beyond, a verification takes too long to be meant.
  static let maximumRSABits = 16_384

  static func isAllowed(_ key: PublicKey?) -> Bool {
    switch key?.kind {
    case .rsa(let bits, let sound): sound && (minimumRSABits...maximumRSABits).contains(bits)
    case .ec(let curve): curve == "prime256v1" || curve == "secp384r1"
    case .other, nil: false
    }
  }
}
