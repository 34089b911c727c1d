import OpenSSL

/// What is known about a signer and the certificates beside it, whatever was signed and when.
final class ChainVerdict: Sendable {
  /// nil where no certificate, or more than one, is the one that the signer info names.
  let signer: Certificate?
  /// The paths, best first: all without failure, or one with.
  private let paths: [CertificatePath]
  private let lookupFailure: Reason?
  /// Certificates beside the signature, the signer's among them.
  let certificates: Int
  /// Certificates that no path uses.
  let unusedCertificates: Int
  /// The certificates that came with the receipt and lie on a path without failure, signer first.
  let carriedCertificates: [CarriedCertificate]

  /// Whether the signer's own key signed it.
  let isSelfSigned: Bool
  /// Whether the signer is StoreKit's self-signed test certificate, by its shape.
  ///
  /// The certificate is the same on every machine and its key ships with the tool, so its octets
  /// prove no more than its shape does.
  let isStoreKitTestSigner: Bool
  /// Whether it ends at one of Apple's own roots, whatever else is trusted.
  let isAppleAnchored: Bool

  init(signer: Certificate, paths: [CertificatePath], certificates: [Certificate]) {
    self.signer = signer
    self.paths = paths
    lookupFailure = nil
    self.certificates = certificates.count
    let used = Set(paths.flatMap(\.certificates).map(\.sha256))
    let excess = certificates.filter { !used.contains($0.sha256) }.count
    let repeated = certificates.count - Set(certificates.map(\.sha256)).count
    let isTrusted = paths.first?.failure == nil
    unusedCertificates = isTrusted ? excess + repeated : 0
    carriedCertificates = isTrusted ? Self.carried(paths, of: certificates) : []
    isSelfSigned = signer.subject == signer.issuer && signer.isSigned(by: signer)
    isStoreKitTestSigner = isSelfSigned && Self.hasStoreKitName(signer)
    isAppleAnchored =
      isTrusted && (paths.first?.certificates.last).map(TrustAnchors.apple.isAnchor) ?? false
  }

  init(lookupFailure: Reason) {
    signer = nil
    paths = []
    self.lookupFailure = lookupFailure
    certificates = 0
    unusedCertificates = 0
    isSelfSigned = false
    isStoreKitTestSigner = false
    isAppleAnchored = false
    carriedCertificates = []
  }

  private static func carried(
    _ paths: [CertificatePath], of certificates: [Certificate]
  ) -> [CarriedCertificate] {
    let embedded = Set(certificates.map(\.sha256))
    var seen: Set<[UInt8]> = []
    return paths.flatMap { path in
      path.certificates.enumerated().compactMap { place, certificate in
        guard embedded.contains(certificate.sha256), seen.insert(certificate.sha256).inserted
        else { return nil }
        let isTop = place == path.certificates.count - 1
        return CarriedCertificate(
          role: place == 0 ? .signer : isTop ? .root : .intermediate, sha256: certificate.sha256,
          der: certificate.der)
      }
    }
  }

  /// What the chain alone says of trust.
  var trust: TrustStatus {
    switch failure {
    case nil: .trusted
    case .rootNotAvailable, .intermediateNotAvailable: .unknown
    default: .untrusted
    }
  }

  /// The rule that the chain breaks whatever the date.
  var failure: Reason? { lookupFailure ?? paths.first?.failure }

  private static func hasStoreKitName(_ signer: Certificate) -> Bool {
    let names = signer.subjectText.split(separator: ",")
    return names.contains("CN=StoreKit") || names.contains("CN=StoreKit Testing in Xcode")
  }

  /// Whether some path is valid at a date; nil where it is, else on which side it is not.
  func dateFailure(at date: Instant) -> Reason? {
    // RFC 5280 dates are whole seconds, both ends included.
    let seconds = date.microsecondsSince1970 / 1_000_000
    if paths.contains(where: { $0.notBefore <= seconds && seconds <= $0.notAfter }) { return nil }
    return paths.allSatisfy { seconds < $0.notBefore }
      ? .signerNotYetValid : .signerExpiredAtCreation
  }
}
