import OpenSSL

/// Builds every path from a signer to an anchor out of the certificates at hand (RFC 5280 6.1).
///
/// Issuers are found by name, octet by octet; only those whose key verifies carry a path on. Two
/// intermediates of one name and key are both tried (Apple re-certified one).
struct ChainBuilder {
  private let pool: [Certificate]
  private let anchors: TrustAnchors
  private let purpose: SigningPurpose

  init(
    embedded: [Certificate], _ anchors: TrustAnchors, _ purpose: SigningPurpose = .receipts
  ) {
    self.purpose = purpose
    var seen: Set<[UInt8]> = []
    pool = (embedded + anchors.certificates).filter { seen.insert($0.sha256).inserted }
    self.anchors = anchors
  }

  /// The paths that got furthest: all without a failure, or one with.
  func paths(from signer: Certificate) -> [CertificatePath] {
    var found: [CertificatePath] = []
    extend([signer], &found)
    let good = found.filter { $0.failure == nil }
    guard good.isEmpty else { return good }
    return found.max { $0.progress < $1.progress }.map { [$0] } ?? []
  }

  private func extend(_ path: [Certificate], _ found: inout [CertificatePath]) {
    guard let top = path.last else { return }
    if anchors.isAnchor(top) || top.subject == top.issuer {
      found.append(self.path(path, missing: selfSignatureFailure(top)))
      return
    }
    let named = pool.filter { issuer in
      issuer.subject == top.issuer && !path.contains { $0.sha256 == issuer.sha256 }
    }
    guard !named.isEmpty else {
      found.append(self.path(path, missing: missingIssuer(of: top, path)))
      return
    }
    let issuers = named.filter { top.isSigned(by: $0) }
    guard !issuers.isEmpty, path.count < Limits.pathLength else {
      found.append(self.path(path, missing: .chainBroken))
      return
    }
    for issuer in issuers { extend(path + [issuer], &found) }
  }

  private func path(_ certificates: [Certificate], missing failure: Reason?) -> CertificatePath {
    CertificatePath(certificates, missing: failure, anchors, purpose)
  }

  /// A root whose own signature is wrong has been tampered with; a pinned one is known by its octets.
  private func selfSignatureFailure(_ top: Certificate) -> Reason? {
    anchors.isAnchor(top) || top.isSigned(by: top) ? nil : .chainBroken
  }

  private func missingIssuer(of top: Certificate, _ path: [Certificate]) -> Reason {
    // At hand by its key, with another name than the certificate gives: one of the two was altered.
    if let key = top.authorityKeyID, pool.contains(where: { $0.subjectKeyID == key }) {
      return .chainBroken
    }
    if anchors.isAnchorName(top.issuerText) { return .rootNotAvailable }
    return path.count == 1 ? .intermediateNotAvailable : .untrustedRoot
  }
}
