import Audit
import PostgreSQL
import ReceiptVerification
import Reports

extension CommandTable {
  static let explain = Command(
    "explain",
    summary: "Tell everything known about one receipt.",
    details: """
      Verdict and why, findings with what people decided, what the receipt claims against what is
      proven, its siblings and who else uses its transactions, the certificates as found, and a
      command by which anyone can check the verdict with OpenSSL alone. With --output the receipt
      goes into a directory with all that the command needs; that directory holds personal data.
      """,
    operands: .one("RECEIPT_ID"), options: [.outputFolder, .trustAnchor, .source],
    examples: [
      "receipt-audit explain 10417 -d shop", "receipt-audit explain 10417 -d shop --output case",
    ],
    run: explainReceipt)

  private static func explainReceipt(_ arguments: Arguments) throws -> ExitStatus {
    let fraudCase = try CaseReader(arguments).read(.receipt(arguments.operands[0]))
    if let folder = arguments.value(.outputFolder) { try CaseBundle(fraudCase).write(to: folder) }
    try StandardOutput.write(
      arguments.json ? CaseJSON(fraudCase).text : CaseText(fraudCase).text)
    return .finished
  }
}

/// Reads cases by the options of a call.
struct CaseReader {
  private let arguments: Arguments
  private let anchors: TrustAnchors

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    anchors = try TrustAnchorFiles.load(arguments)
  }

  func read(_ subject: FraudCase.Subject) throws -> FraudCase {
    let connection = try DatabaseOptions.connect(arguments)
    var fraudCase = try FraudCase.read(subject, from: connection)
    var completeAnchors = anchors
    for certificate in try FraudCase.intermediates(in: connection) {
      completeAnchors = try completeAnchors.addingIntermediates(fileContents: certificate)
    }
    let source = try arguments.value(.source).map { try Connection(ConnectionSettings($0)) }
    let maker = ProofMaker(
      verifier: ReceiptVerifier(anchors: anchors),
      completeVerifier: ReceiptVerifier(anchors: completeAnchors), source: source ?? connection)
    try maker.complete(&fraudCase)
    return fraudCase
  }
}
