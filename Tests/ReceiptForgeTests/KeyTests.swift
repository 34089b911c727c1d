import OpenSSL
import ReceiptForge
import Testing

@Suite("Minting certificates and keys")
struct KeyTests {
  @Test("A key that was written as PEM signs the same after it was read")
  func pem() throws {
    let key = try PrivateKey.generate(.rsa(bits: 2048))
    let copy = try PrivateKey(pem: key.pem())
    let message = Array("receipt".utf8)
    #expect(try copy.sign(message, digest: .sha256) == key.sign(message, digest: .sha256))
  }

  @Test("Text that holds no key is refused with OpenSSL's words")
  func noKey() {
    #expect(throws: OpenSSLError.self) { try PrivateKey(pem: "no key") }
  }

  @Test("Certificates say what their templates say, in every generation")
  func templates() throws {
    let pki = try TestPKI.standard
    let root = try certificate(pki.root)
    for generation in Generation.allCases {
      let chain = pki.chain(generation)
      let leaf = try certificate(chain.leaf)
      let intermediate = try certificate(chain.intermediate)
      #expect(leaf.isSigned(by: intermediate) && intermediate.isSigned(by: root))
      #expect(!leaf.isCA && intermediate.isCA && root.isCA)
      #expect(leaf.extensionOIDs.contains("1.2.840.113635.100.6.11.1"))
      #expect(intermediate.extensionOIDs.contains("1.2.840.113635.100.6.2.1"))
      #expect(intermediate.pathLength == 0)
      #expect(leaf.notBefore...leaf.notAfter == generation.leafValidity)
      #expect(leaf.serial == chain.leaf.serial)
    }
  }

  @Test("The look-alike hierarchy has the names of the standard one and none of its keys")
  func lookalike() throws {
    let genuine = try certificate(TestPKI.standard.root)
    let impostor = try certificate(TestPKI.lookalike.root)
    #expect(genuine.subject == impostor.subject)
    #expect(genuine.sha256 != impostor.sha256)
    #expect(!genuine.isSigned(by: impostor))
  }

  private func certificate(_ identity: TestIdentity) throws -> Certificate {
    let bytes = identity.certificate
    return try Certificate(der: bytes.span)
  }
}
