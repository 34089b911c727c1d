import OpenSSL
import PostgreSQL
import ReceiptVerification
import Reports

/// Verifies stored receipts of a case again, and takes them apart for its bundle.
struct ProofMaker {
  let verifier: ReceiptVerifier
  /// With certificates at hand that other receipts carried: a second look, as a run takes it, at what
  /// carries too little itself.
  let completeVerifier: ReceiptVerifier
  /// Where `audit.source` is read.
  let source: Connection

  /// Adds a proof of every receipt of the case, up to the most that a bundle holds. What the source
  /// has no more is left out.
  func complete(_ fraudCase: inout FraudCase) throws {
    for receiptID in fraudCase.receiptIDs.prefix(FraudCase.mostProofs) {
      do {
        let stored = try FraudCase.stored(receiptID, in: source)
        fraudCase.add(proof(stored), of: receiptID)
      } catch ReportError.noReceipt {
        Diagnostics.line("receipt \(receiptID) is in audit.source no more: it is not in the bundle")
      }
    }
  }

  func proof(_ stored: [UInt8]?) -> ReceiptProof {
    let first = verifier.verify(stored)
    let isIncomplete = [.intermediateNotAvailable, .rootNotAvailable].contains(first.reason)
    let verifier = isIncomplete ? completeVerifier : verifier
    let verification = isIncomplete ? verifier.verify(stored) : first
    var proof = ReceiptProof(
      verdict: verification.verdict.rawValue, reason: verification.reason.rawValue, stored: stored)
    guard let stored, let parts = verifier.parts(of: stored) else { return proof }
    proof.form = parts.form == .container ? .container : .token
    proof.document = parts.document
    proof.payload = parts.payload
    proof.signed = parts.signed
    proof.signature = parts.signature
    proof.certificates = parts.certificates.map { certificate($0, parts) }
    let below = parts.isAnchored ? Array(parts.path.dropLast()) : parts.path
    proof.path = below.map { certificate($0, parts) }
    proof.anchor = parts.anchor?.der
    proof.createdAt = verification.document?.creationDate.map {
      $0.microsecondsSince1970 / 1_000_000
    }
    return proof
  }

  private func certificate(
    _ certificate: Certificate, _ parts: SignedParts
  ) -> ReceiptProof.Certificate {
    func date(_ seconds: Int64) -> String {
      InstantText.format(Instant(secondsSince1970: seconds))
    }
    let sha256 = hex(certificate.sha256)
    return ReceiptProof.Certificate(
      subject: certificate.subjectText, issuer: certificate.issuerText,
      serial: hex(certificate.serial), sha256: sha256, notBefore: date(certificate.notBefore),
      notAfter: date(certificate.notAfter), isCA: certificate.isCA,
      isSigner: certificate.sha256 == parts.path.first?.sha256,
      isAnchor: verifier.anchors.fingerprints.contains(sha256),
      hasReceiptMarker: certificate.extensionOIDs.contains("1.2.840.113635.100.6.11.1"),
      hasIntermediateMarker: certificate.extensionOIDs.contains("1.2.840.113635.100.6.2.1"),
      der: certificate.der)
  }
}
