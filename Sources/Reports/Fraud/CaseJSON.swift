/// A case for programs: one JSON object.
public struct CaseJSON {
  private let fraudCase: FraudCase

  public init(_ fraudCase: FraudCase) { self.fraudCase = fraudCase }

  public var text: String {
    let subject: (String, String) =
      switch fraudCase.subject {
      case .account(let account): ("account_id", account)
      case .receipt(let receipt): ("receipt_id", receipt)
      }
    return JSONText.object(
      [
        ("schema_version", "1"), (subject.0, JSONText.quoted(subject.1)),
        ("run_id", String(fraudCase.runID)), ("sentence", JSONText.quoted(fraudCase.sentence)),
      ]
        + fraudCase.parts.map { ($0.id, JSONText.array($0.table.objects)) }
        + [("proofs", JSONText.array(fraudCase.proofs.map(proof)))]) + "\n"
  }

  private func proof(_ receiptID: String, _ proof: ReceiptProof) -> String {
    let check = OpenSSLCheck(proof).map {
      JSONText.object([
        ("command", JSONText.quoted($0.command)), ("expected", JSONText.quoted($0.expected)),
      ])
    }
    return JSONText.object([
      ("receipt_id", JSONText.quoted(receiptID)), ("verdict", JSONText.quoted(proof.verdict)),
      ("reason", JSONText.quoted(proof.reason)),
      ("sentence", JSONText.quoted(fraudCase.sentence(of: receiptID))),
      ("certificates", JSONText.array(proof.certificates.map(certificate))),
      ("check", check ?? "null"),
    ])
  }

  private func certificate(_ certificate: ReceiptProof.Certificate) -> String {
    JSONText.object([
      ("subject", JSONText.quoted(certificate.subject)),
      ("issuer", JSONText.quoted(certificate.issuer)),
      ("serial", JSONText.quoted(certificate.serial)),
      ("sha256", JSONText.quoted(certificate.sha256)),
      ("not_before", JSONText.quoted(certificate.notBefore)),
      ("not_after", JSONText.quoted(certificate.notAfter)),
      ("is_ca", JSONText.boolean(certificate.isCA)),
      ("is_signer", JSONText.boolean(certificate.isSigner)),
      ("is_anchor", JSONText.boolean(certificate.isAnchor)),
      ("has_receipt_marker", JSONText.boolean(certificate.hasReceiptMarker)),
      ("has_intermediate_marker", JSONText.boolean(certificate.hasIntermediateMarker)),
    ])
  }
}

extension RowTable {
  /// The rows as JSON objects.
  var objects: [String] {
    var writer = JSONLinesWriter()
    _ = writer.header(columns)
    return rows.map { String(writer.row($0).dropLast()) }
  }
}
