/// A case as a directory: the page, the facts, and every receipt with what it takes to check it
/// without this program.
public struct CaseBundle {
  private let fraudCase: FraudCase

  public init(_ fraudCase: FraudCase) { self.fraudCase = fraudCase }

  /// Where the receipt of that place lies: ids are not fit for the names of directories.
  static func directory(_ index: Int) -> String {
    let number = String(index + 1)
    return "receipts/" + String(repeating: "0", count: max(0, 3 - number.count)) + number
  }

  /// Writes the whole directory, which appears when all of it is there.
  public func write(to path: String) throws {
    let folder = try ReportFolder(path)
    try folder.add("report.html") { try $0(CasePage(fraudCase: fraudCase).html) }
    try folder.add("case.json") { try $0(CaseJSON(fraudCase).text) }
    try folder.add("README.txt") { try $0(readme) }
    for (index, entry) in fraudCase.proofs.enumerated() {
      try add(entry.receiptID, entry.proof, in: CaseBundle.directory(index), to: folder)
    }
    try folder.finish()
  }

  private func add(
    _ receiptID: String, _ proof: ReceiptProof, in directory: String, to folder: ReportFolder
  ) throws {
    try folder.makeDirectory("\(directory)/certificates")
    func add(_ name: String, _ bytes: [UInt8]) throws {
      try folder.add("\(directory)/\(name)", bytes)
    }
    func add(_ name: String, _ certificates: [ReceiptProof.Certificate]) throws {
      guard !certificates.isEmpty else { return }
      try folder.add("\(directory)/\(name)") {
        try $0(certificates.map { Base64Text.certificate($0.der) }.joined())
      }
    }
    if let stored = proof.stored { try add("stored.bin", stored) }
    switch proof.form {
    case .container:
      try add("receipt.der", proof.document)
      try add("payload.der", proof.payload)
    case .token:
      try add("token.jws", proof.document)
      try add("payload.json", proof.payload)
      try add("signed.txt", proof.signed)
      try add("signature.der", proof.signature)
    case nil: break
    }
    for (index, certificate) in proof.certificates.enumerated() {
      try add("certificates/\(index + 1).pem", [certificate])
    }
    try add("path.pem", proof.path)
    try add("signer.pem", Array(proof.path.prefix(1)))
    try add("top.pem", Array(proof.path.suffix(1)))
    if proof.path.count > 1 { try add("issuer.pem", [proof.path[1]]) }
    if let anchor = proof.anchor {
      let pem = Base64Text.certificate(anchor)
      try folder.add("\(directory)/root.pem") { try $0(pem) }
      let missing = proof.missing.map { Base64Text.certificate($0.der) }
      if !missing.isEmpty {
        try folder.add("\(directory)/chain.pem") { try $0(pem + missing.joined()) }
      }
      if proof.path.count == 1 { try folder.add("\(directory)/issuer.pem") { try $0(pem) } }
    }
    try folder.add("\(directory)/README.txt") { try $0(readme(of: receiptID, proof)) }
  }

  private func readme(of receiptID: String, _ proof: ReceiptProof) -> String {
    let check =
      OpenSSLCheck(proof).map {
        """
        To check it without this program, run in this directory (bash, OpenSSL 3):

            \($0.command)

        It must show: \($0.expected).
        """
      } ?? "No single command checks a receipt of this form."
    return """
      Receipt \(TerminalText.escape(receiptID))

      \(fraudCase.sentence(of: receiptID))

      \(check)

      stored.bin       the octets that are stored
      receipt.der      the receipt, mended in its transport encoding (token.jws for a token)
      payload.der      what was signed (payload.json for a token)
      certificates/    the certificates in the receipt, in its order
      signer.pem, issuer.pem, path.pem, top.pem
                       the signer's, the one above, all below the root, and the last of them
      root.pem         the pinned root, where its certificate is at hand; chain.pem has beside it
                       what the receipt lacks

      Apple publishes its roots at https://www.apple.com/certificateauthority/; compare
      root.pem with them before you rely on it:

          openssl x509 -in root.pem -noout -fingerprint -sha256

      """
  }

  private var readme: String {
    let left = fraudCase.receiptIDs.count - fraudCase.proofs.count
    let rest = left > 0 ? "\n\(left) receipts more are not in this bundle.\n" : ""
    return """
      \(TerminalText.escape(fraudCase.subject.name))

      \(fraudCase.sentence)

      report.html      the case, for people
      case.json        the same, for programs
      receipts/        each receipt in a directory of its own, with a README.txt that says how to
                       check it
      MANIFEST.sha256  the digest of every file: sha256sum --check MANIFEST.sha256
      \(rest)
      This directory holds personal data and receipts that can be used: hand it on with care.

      """
  }
}
