import OpenSSL
import Testing

@Suite("Digests in pieces and under a key")
struct KeyedDigestTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("HMAC-SHA-256 of RFC 4231, test cases 1, 2 and 6")
  func vectors() {
    let first = KeyedDigest(key: [UInt8](repeating: 0x0B, count: 20), .sha256)
    #expect(
      hex(first.code(Array("Hi There".utf8)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    let second = KeyedDigest(key: Array("Jefe".utf8), .sha256)
    #expect(
      hex(second.code(Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let long = KeyedDigest(key: [UInt8](repeating: 0xAA, count: 131), .sha256)
    #expect(
      hex(long.code(Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("A digest of pieces is the digest of the whole, and can be asked for on the way")
  func pieces() {
    let digest = RunningDigest(.sha256)
    digest.update(Array("a".utf8))
    let first = digest.value()
    digest.update([])
    digest.update(Array("bc".utf8))
    #expect(
      hex(digest.value()) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hex(first) == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")
  }
}
