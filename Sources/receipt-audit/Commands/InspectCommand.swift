import Audit
import Foundation
import ReceiptVerification

extension CommandTable {
  static let inspect = Command(
    "inspect",
    summary: "Verify receipt files, without a database.",
    details: """
      Reads every FILE (- is standard input), judges it as a run would, and shows the verdict, the
      reason, every field and purchase, and what was worth an observation. The exit status is 0
      whatever the verdict; a file that cannot be read ends it with 1.

      With --format verify-receipt each answer is one line of JSON as Apple's verifyReceipt endpoint
      gave it, out of what the receipt itself proves: status 0, 21002 (no receipt), 21003 (not
      authenticated), 21007 and 21008 (of the other environment).
      """,
    operands: .many("FILE"), database: false,
    options: [.inspectFormat, .endpoint, .trustAnchor, .intermediate],
    examples: [
      "receipt-audit inspect receipt.der",
      "receipt-audit inspect --format json receipts/*.b64",
      "psql -XAtc \"select receipt from receipts where id = 1\" shop | receipt-audit inspect -",
    ],
    run: runInspect)

  private enum Format: String, CaseIterable {
    case text, json
    case verifyReceipt = "verify-receipt"
  }

  private static func runInspect(_ arguments: Arguments) throws -> ExitStatus {
    let format =
      try arguments.choice(.inspectFormat, Format.self) ?? (arguments.json ? .json : .text)
    let endpoint = try arguments.choice(.endpoint, VerifyReceiptAnswerJSON.Endpoint.self)
    let verifier = ReceiptVerifier(anchors: try TrustAnchorFiles.load(arguments))
    var status = ExitStatus.finished
    for (index, file) in arguments.operands.enumerated() {
      let bytes: [UInt8]
      do { bytes = try InputFile.read(file) } catch {
        Diagnostics.line(Failure.text(error))
        status = .failed
        continue
      }
      let verification = verifier.verify(bytes)
      switch format {
      case .json:
        try StandardOutput.line(InspectionJSON.text(file: file, verification))
      case .verifyReceipt:
        try StandardOutput.line(VerifyReceiptAnswerJSON.text(verification, endpoint))
      case .text:
        if index > 0 { try StandardOutput.line("") }
        try StandardOutput.write(InspectionText.text(file: file, verification))
      }
    }
    return status
  }
}
