import OpenSSL
import ReceiptVerification
import Testing

@Suite("OpenSSL's own PKCS7_verify as a second opinion")
struct SecondOpinionTests {
  @Test(
    "agrees on the corpus: what is genuine verifies at its creation date, what was altered does not",
    .enabled(if: Corpus.folder != nil),
    arguments: Corpus.items.filter { $0.form == "pkcs7" && $0.encoding != "jws" })
  func corpus(_ item: Corpus.Item) throws {
    let encodedRoot = try Corpus.bytes("certs/AppleIncRootCertificate.der")
    let root = try Certificate(der: encodedRoot.span)
    let stored = try Corpus.bytes(item.file)
    let verification = ReceiptVerifier().verify(stored)
    guard stored.first == 0x30, let created = verification.receipt?.creationDate else { return }
    let accepts = PKCS7Opinion(anchors: [root]).accepts(
      stored, at: created.microsecondsSince1970 / 1_000_000)
    if verification.verdict == .genuine { #expect(accepts) }
    if verification.reason == .payloadAltered { #expect(!accepts) }
  }
}
