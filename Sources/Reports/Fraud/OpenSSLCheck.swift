/// The one command by which anyone can check what is said of a receipt, with what it must show.
///
/// It runs in the receipt's directory of a bundle and uses nothing but files in it.
struct OpenSSLCheck: Sendable {
  let command: String
  /// What the command shows when the report is right.
  let expected: String
  /// Whether the command ends with 0 then.
  let succeeds: Bool

  /// nil for what no command can check.
  init?(_ proof: ReceiptProof) {
    switch proof.form {
    case .container: self = OpenSSLCheck.container(proof)
    case .token:
      guard let check = OpenSSLCheck.token(proof) else { return nil }
      self = check
    case nil:
      guard proof.verdict == "corrupt", let stored = proof.stored, !stored.isEmpty else {
        return nil
      }
      self = OpenSSLCheck.undecodable(proof.reason)
    }
  }

  private init(command: String, expected: String, succeeds: Bool) {
    self.command = command
    self.expected = expected
    self.succeeds = succeeds
  }

  private static func undecodable(_ reason: String) -> OpenSSLCheck {
    switch reason {
    case "truncated", "no-content":
      OpenSSLCheck(
        command: "openssl cms -verify -inform DER -in stored.bin -noverify -out /dev/null",
        expected: "an error: this is no whole signed receipt", succeeds: false)
    default:
      OpenSSLCheck(
        command: "openssl cms -cmsout -print -noout -inform DER -in stored.bin",
        expected: "that it cannot be read, or something that is not laid out as a receipt is",
        succeeds: false)
    }
  }

  private static func container(_ proof: ReceiptProof) -> OpenSSLCheck {
    switch proof.reason {
    case "leaf-marker-missing": return marker("1.2.840.113635.100.6.11.1", "signer.pem")
    case "intermediate-marker-missing":
      return marker("1.2.840.113635.100.6.2.1", "issuer.pem")
    case "key-not-allowed":
      return OpenSSLCheck(
        command: "openssl x509 -in signer.pem -noout -text",
        expected: "under \"Public-Key\" less than 2048 bits, or no RSA key; if not here, then in "
          + "another file of certificates/",
        succeeds: true)
    case "multiple-signers", "signer-ambiguous", "signed-attributes", "digest-not-allowed",
      "creation-date-missing", "creation-date-invalid":
      return OpenSSLCheck(
        command: "openssl cms -cmsout -print -noout -inform DER -in receipt.der",
        expected: printed(proof.reason), succeeds: true)
    case "untrusted-root" where proof.anchor == nil: return fingerprint
    default: return verification(proof)
    }
  }

  private static func verification(_ proof: ReceiptProof) -> OpenSSLCheck {
    let date = proof.createdAt.map { " -attime \($0)" } ?? ""
    let command =
      "openssl cms -verify -inform DER -in receipt.der\(trust(proof)) -no-CApath -no-CAstore\(date)"
      + " -purpose any -out /dev/null"
    let succeeds = proof.verdict == "genuine"
    let expected =
      switch proof.reason {
      case "ok": "CMS Verification successful"
      case "payload-altered": "CMS Verification failure, with \"content verify error\""
      case "signer-expired-at-creation":
        "CMS Verification failure, with \"certificate has expired\""
      case "signer-not-yet-valid":
        "CMS Verification failure, with \"certificate is not yet valid\""
      default: "CMS Verification failure"
      }
    return OpenSSLCheck(command: command, expected: expected, succeeds: succeeds)
  }

  /// OpenSSL builds a chain out of the receipt's own certificates and trusted ones; what the receipt
  /// lacks stands beside the root.
  private static func trust(_ proof: ReceiptProof) -> String {
    guard proof.anchor != nil else { return "" }
    return proof.missing.isEmpty ? " -CAfile root.pem" : " -CAfile chain.pem"
  }

  /// nil for a token that names no signer, or whose fault is in its words alone.
  private static func token(_ proof: ReceiptProof) -> OpenSSLCheck? {
    guard !proof.path.isEmpty else { return nil }
    switch proof.reason {
    case "creation-date-missing", "creation-date-invalid", "algorithm-not-allowed": return nil
    case "key-not-allowed":
      return OpenSSLCheck(
        command: "openssl x509 -in signer.pem -noout -text",
        expected:
          "under \"Public-Key\" no key on the curve P-256; if it is one, then a key of another "
          + "kind in another file of certificates/",
        succeeds: true)
    case "leaf-marker-missing": return marker("1.2.840.113635.100.6.11.1", "signer.pem")
    case "intermediate-marker-missing":
      return marker("1.2.840.113635.100.6.2.1", "issuer.pem")
    case "untrusted-root" where proof.anchor == nil: return fingerprint
    default: break
    }
    let date = proof.createdAt.map { " -attime \($0)" } ?? ""
    let trust = proof.anchor == nil ? "" : " -CAfile root.pem"
    // bash: the key of the signer's certificate is handed over as a file.
    let command =
      "openssl verify\(trust) -no-CApath -no-CAstore\(date) -untrusted path.pem signer.pem && "
      + "openssl dgst -sha256 -verify <(openssl x509 -in signer.pem -noout -pubkey) "
      + "-signature signature.der signed.txt"
    let succeeds = proof.verdict == "genuine"
    return OpenSSLCheck(
      command: command, expected: succeeds ? "signer.pem: OK, then Verified OK" : "a failure",
      succeeds: succeeds)
  }

  private static func marker(_ oid: String, _ file: String) -> OpenSSLCheck {
    OpenSSLCheck(
      command: "openssl x509 -in \(file) -noout -text -certopt no_subject,no_issuer | "
        + "grep -F '\(oid):'",
      expected: "nothing: the extension \(oid) is not there", succeeds: false)
  }

  private static let fingerprint = OpenSSLCheck(
    command: "openssl x509 -in top.pem -noout -fingerprint -sha256",
    expected: "a fingerprint that is none of those that Apple publishes at "
      + "https://www.apple.com/certificateauthority/",
    succeeds: true)

  private static func printed(_ reason: String) -> String {
    switch reason {
    case "multiple-signers": "more than one entry under signerInfos"
    case "signer-ambiguous":
      "two certificates of the issuer and serial number that signerInfos names"
    case "signed-attributes": "entries under signedAttrs"
    case "digest-not-allowed": "under digestAlgorithm neither sha1 nor sha256"
    default: "under eContent the payload: attribute 12, the creation date, is missing or no date"
    }
  }
}
