import Foundation
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("What stands in the column")
struct TransportTests {
  private static let der = try! Minted.pki.mint(.sample)
  private static let base64 = Data(der).base64EncodedString()

  private static let damaged: [(String, [Repair])] = [
    (base64, []),
    (base64 + "\n", [.whitespace]),
    (folded(base64, 64, "\r\n"), [.whitespace]),
    (folded(base64, 76, "\\n"), [.escapedLineBreaks]),
    (base64.replacingOccurrences(of: "+", with: " "), [.spaceForPlus]),
    (
      base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
      [.urlSafeAlphabet]
    ),
    (base64.replacingOccurrences(of: "/", with: "\\/"), [.escapedSlashes]),
    (
      base64.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "/", with: "%2F"),
      [.percentEncoding]
    ),
    (Data(base64.utf8).base64EncodedString(), [.doubleBase64]),
    ("\"\(base64)\"", [.quotes]),
    ("\u{FEFF}" + base64, [.byteOrderMark]),
    ("data:application/octet-stream;base64," + base64, [.dataURL]),
    (
      "-----BEGIN PKCS7-----\n" + folded(base64, 64, "\n") + "\n-----END PKCS7-----\n",
      [.whitespace, .pemArmour, .whitespace]
    ),
    (der.hexadecimal, [.hexadecimal]),
    ("\\x" + der.hexadecimal, [.hexadecimal]),
  ]

  @Test(
    "each damaged form is the receipt itself, and says what was mended", arguments: damaged.indices)
  func repairs(_ index: Int) {
    let (text, repairs) = Self.damaged[index]
    let verification = Minted.verifier.verify(Array(text.utf8))
    #expect(verification.reason == .ok)
    #expect(verification.repairs == repairs)
    #expect(verification.observations == [])
  }

  @Test("missing padding is mended")
  func padding() throws {
    var draft = ReceiptDraft.sample
    var der = Self.der
    while der.count % 3 == 0 {
      draft.appVersion += "1"
      der = try Minted.pki.mint(draft)
    }
    let text = Data(der).base64EncodedString().replacingOccurrences(of: "=", with: "")
    let verification = Minted.verifier.verify(Array(text.utf8))
    #expect(verification.reason == .ok)
    #expect(verification.repairs == [.missingPadding])
  }

  @Test("trailing bytes and slack bits do not change the receipt, only its encoding")
  func nonCanonical() {
    let trailing = Minted.verifier.verify(Self.der + [0, 0, 0, 0])
    #expect(trailing.reason == .ok)
    #expect(
      trailing.observations == [
        Observation(.nonCanonicalEncoding, "trailing-bytes", ["count": "4"])
      ])
    #expect(trailing.payloadSHA256 == Minted.verifier.verify(Self.der).payloadSHA256)
  }

  @Test("nothing, a byte, words and other documents are told apart")
  func others() {
    for (stored, reason) in [
      (nil, Reason.null), ([], .empty), ([0x30], .notAReceipt), (Array("hello".utf8), .notAReceipt),
      (Array("eyJhbGciOiJFUzI1NiJ9.e30.c2ln".utf8), .unsupportedFormat),
      (Array(#"{"status": 0}"#.utf8), .unsupportedFormat),
      (Array(#"{"receipt-data": "\#(Self.base64)"}"#.utf8), .ok),
    ] as [([UInt8]?, Reason)] {
      #expect(Minted.verifier.verify(stored).reason == reason)
    }
  }

  @Test("every truncation is corrupt, and the outer length tells that something is missing")
  func truncations() {
    for count in 2..<Self.der.count {
      let verification = Minted.verifier.verify(Array(Self.der[..<count]))
      #expect(verification.verdict == .corrupt)
      if count >= 4 { #expect(verification.reason == .truncated, "\(count)") }
    }
  }

  @Test("a length of 2 GB in 17 bytes is refused without taking memory")
  func hugeLength() {
    let bytes: [UInt8] = [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 11)
    #expect(Minted.verifier.verify(bytes).reason == .limitExceeded)
  }

  @Test("100,000 levels of nesting are corrupt")
  func nesting() {
    let indefinite = [UInt8](repeating: 0, count: 200_000).indices.map {
      UInt8($0 % 2 == 0 ? 0x30 : 0x80)
    }
    #expect(Minted.verifier.verify(indefinite).verdict == .corrupt)
  }

  private static func folded(_ text: String, _ width: Int, _ separator: String) -> String {
    var lines: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(width))
      rest = rest.dropFirst(width)
    }
    return lines.joined(separator: separator)
  }
}
