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
    (folded(der.hexadecimal, 60, "\n"), [.whitespace, .hexadecimal]),
    ("\\x" + Array(base64.utf8).hexadecimal, [.hexadecimal]),
    ("'" + folded(base64, 64, "\n") + "'\n", [.whitespace, .quotes, .whitespace]),
    (folded(base64, 76, " "), [.whitespace]),
    (
      folded(base64.replacingOccurrences(of: "+", with: " "), 64, "\r\n"),
      [.spaceForPlus, .whitespace]
    ),
    (
      "\u{FEFF}\"" + folded(base64.replacingOccurrences(of: "/", with: "\\/"), 76, "\\r\\n") + "\"",
      [.byteOrderMark, .quotes, .escapedSlashes, .escapedLineBreaks]
    ),
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

  @Test("whichever reading of the spaces verifies is the right one, however they stand")
  func ambiguousSpaces() throws {
    // One space alone could be either: a plus sign, or where a line was folded.
    for index in Self.base64.indices.dropFirst(40).prefix(400)
    where Self.base64[index] == "+" {
      var lost = Self.base64
      lost.replaceSubrange(index...index, with: " ")
      let mended = Minted.verifier.verify(Array(lost.utf8))
      #expect(mended.reason == .ok)
      #expect(mended.repairs == [.spaceForPlus])
    }
    for column in [1, 7, 50, 64, 1000] {
      let folded = Self.base64.prefix(column) + " " + Self.base64.dropFirst(column)
      let mended = Minted.verifier.verify(Array(folded.utf8))
      #expect(mended.reason == .ok, "\(column)")
      #expect(mended.repairs == [.whitespace])
    }
    // Four spaces anywhere count like lost plus signs, and are none.
    let scattered = [3, 100, 1000, 4000].reversed().reduce(Self.base64) {
      $0.prefix($1) + " " + $0.dropFirst($1)
    }
    let folded = Minted.verifier.verify(Array(scattered.utf8))
    #expect(folded.reason == .ok)
    #expect(folded.repairs == [.whitespace])
    // Two plus signs at one distance stand where folding would put spaces.
    let regular = try Self.withRegularSpaces()
    let mended = Minted.verifier.verify(Array(regular.utf8))
    #expect(mended.reason == .ok)
    #expect(mended.repairs == [.spaceForPlus])
  }

  @Test("a plus sign at the very end is not lost with the white space behind it")
  func trailingPlus() throws {
    var draft = ReceiptDraft.sample
    for version in 0..<4000 {
      draft.appVersion = String(version)
      let text = Data(try Minted.pki.mint(draft)).base64EncodedString()
      guard text.hasSuffix("+") else { continue }
      let lost = text.replacingOccurrences(of: "+", with: " ")
      let mended = Minted.verifier.verify(Array(lost.utf8))
      #expect(mended.reason == .ok)
      #expect(mended.repairs.contains(.spaceForPlus))
      #expect(mended.observations == [])
      return
    }
    Issue.record("no receipt ends with a plus sign")
  }

  @Test("where no reading of the spaces verifies, the one that decodes is judged")
  func ambiguousForgery() throws {
    let forged = Data(try TestPKI.foreign.mint(.sample)).base64EncodedString()
    for text in [
      forged.replacingOccurrences(of: "+", with: " "), Self.folded(forged, 64, " "),
    ] {
      let verification = Minted.verifier.verify(Array(text.utf8))
      #expect(verification.reason == .untrustedRoot)
      #expect(verification.receipt?.purchases.count == 5)
    }
  }

  @Test("UTF-16 is read as the ASCII that it holds", arguments: [false, true])
  func wideCharacters(_ isBigEndian: Bool) {
    let text = Self.base64.utf8.flatMap { byte -> [UInt8] in isBigEndian ? [0, byte] : [byte, 0] }
    let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    let verification = Minted.verifier.verify(mark + text)
    #expect(verification.reason == .ok)
    #expect(verification.repairs == [.byteOrderMark, .nulBytes])
  }

  @Test("slack bits are told, and the receipt is the same")
  func slackBits() throws {
    var draft = ReceiptDraft.sample
    var der = Self.der
    while der.count % 3 == 0 {
      draft.appVersion += "1"
      der = try Minted.pki.mint(draft)
    }
    var text = Array(Data(der).base64EncodedString().utf8)
    let last = try #require(text.lastIndex { $0 != UInt8(ascii: "=") })
    // The last character's low bits belong to no octet: the next one of the alphabet has them set.
    text[last] += 1
    let verification = Minted.verifier.verify(text)
    #expect(verification.reason == .ok)
    #expect(
      verification.observations == [Observation(.nonCanonicalEncoding, "slack-bits")])
  }

  @Test("nothing in text makes a reading fail otherwise than by its reason")
  func damagedText() {
    for text in [
      Self.base64 + "=", Self.base64 + "A", "=" + Self.base64, Self.base64.dropLast(7) + "*",
      "%", "%4", "%zz", "\\", "\\x", "\\x3", "308", "308z", "data:", "data:,", "-----BEGIN", "\"\"",
      "' '",
      " ", "\n\n", "====", "MI", "TUlB", String(repeating: " ", count: 1000),
    ] as [String] {
      let verification = Minted.verifier.verify(Array(text.utf8))
      #expect(verification.verdict == .corrupt || verification.verdict == .empty, "\(text)")
      #expect(verification.receipt == nil)
    }
  }

  /// A receipt in base64 that lost two plus signs, the second as far from the first as that is from
  /// the start.
  private static func withRegularSpaces() throws -> String {
    var draft = ReceiptDraft.sample
    for version in 0..<1000 {
      draft.appVersion = String(version)
      var text = Array(Data(try Minted.pki.mint(draft)).base64EncodedString().utf8)
      let plus = UInt8(ascii: "+")
      let first = text.indices.first {
        text[$0] == plus && 2 * $0 + 1 < text.count && text[2 * $0 + 1] == plus
      }
      guard let first else { continue }
      text[first] = 0x20
      text[2 * first + 1] = 0x20
      return String(decoding: text, as: UTF8.self)
    }
    throw NoSuchReceipt()
  }

  private struct NoSuchReceipt: Error {}

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
