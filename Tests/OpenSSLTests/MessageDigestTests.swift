import OpenSSL
import Testing

@Suite("Message digests")
struct MessageDigestTests {
  @Test("SHA-1 and SHA-256 of abc are those of FIPS 180-4, also on a reused context")
  func knownAnswers() {
    let context = DigestContext()
    let abc = Array("abc".utf8)
    for _ in 1...2 {
      #expect(hex(context.digest(abc.span, .sha1)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
      #expect(
        hex(context.digest(abc.span, .sha256))
          == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
