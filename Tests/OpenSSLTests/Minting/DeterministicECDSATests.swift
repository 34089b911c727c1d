import OpenSSL
import Testing

@Suite("ECDSA with nonces out of key and message")
struct DeterministicECDSATests {
  /// The P-256 key of RFC 6979 A.2.5.
  private static let key = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIMmvqdhFunUWa1whV2ex1pNOUMPbNuibEnuKYisSD2choAoGCCqGSM49
    AwEHoUQDQgAEYP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Z5A/4QCLi8
    maQa6elWKLxk8vGyDC1+n1F3o8KU1EYimQ==
    -----END EC PRIVATE KEY-----
    """

  @Test(
    "signatures are those of RFC 6979 A.2.5",
    arguments: [
      (
        "sample",
        "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
          + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
      ),
      (
        "test",
        "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
          + "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
      ),
    ])
  func vectors(_ message: String, _ expected: String) throws {
    let signature = try PrivateKey(pem: Self.key)
      .fixedSignature(Array(message.utf8), digest: .sha256)
    let hexadecimal = (signature ?? []).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(hexadecimal.joined() == expected)
  }

  @Test("the same bytes give the same signature, and it verifies")
  func repeatable() throws {
    for kind in [PrivateKey.Kind.p256, .p384] {
      let key = try PrivateKey.generate(kind)
      let first = try key.fixedSignature(Array("sample".utf8), digest: .sha256)
      #expect(try key.fixedSignature(Array("sample".utf8), digest: .sha256) == first)
      #expect(try key.fixedSignature(Array("simple".utf8), digest: .sha256) != first)
      let template = CertificateTemplate(
        subject: DistinguishedName(["CN": "self"]), serial: [1], notBefore: 0, notAfter: 1)
      let encoded = try template.mintSelfSigned(key: key)
      let certificate = try Certificate(der: encoded.span)
      #expect(certificate.isSigned(by: certificate))
    }
  }

  @Test("a key that is not on a curve has no such signature")
  func rsa() throws {
    let key = try PrivateKey.generate(.rsa(bits: 2048))
    #expect(try key.fixedSignature([1], digest: .sha256) == nil)
  }
}
