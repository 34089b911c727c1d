import COpenSSL
import OpenSSL
import ReceiptVerification
import Testing

@testable import ReceiptForge

@Suite("Signatures that loose verifiers take for good")
struct SignatureForgeryTests {
  /// DER of DigestInfo for SHA-256, up to the digest (RFC 8017 9.2, note 1).
  private static let prefix: [UInt8] = [
    0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
  ]
  private static let prefixWithoutNULL: [UInt8] = [
    0x30, 0x2F, 0x30, 0x0B, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x04,
    0x20,
  ]

  @Test("a cube root passes for a signature under e = 3 only where padding is not counted")
  func cubeRoot() throws {
    let key = try PrivateKey.generate(.rsa(bits: 2048, exponent: 3))
    let chain = Minted.pki.chain(.sha256First)
    let leaf = try chain.intermediate.issue(Minted.pki.leafTemplate(.sha256First), key: key)
    var container = try Minted.pki.container(
      for: .sample,
      chain: SigningChain(leaf: leaf, intermediate: chain.intermediate, root: chain.root))
    #expect(Minted.verifier.verify(try container.encoded()).reason == .ok, "e = 3 itself is legal")

    // Eight octets of padding, the digest, and whatever the cube makes of the rest.
    let digest = try SigningDigest.sha256.hash(container.payload)
    let head = [0x00, 0x01] + [UInt8](repeating: 0xFF, count: 8) + [0x00] + Self.prefix + digest
    let target = head + [UInt8](repeating: 0xFF, count: 256 - head.count)
    let (root, cube) = Self.cubeRoot(of: target)
    #expect(cube.starts(with: head), "the forgery is well made")
    container.signers[0].signature = root
    let verification = Minted.verifier.verify(try container.encoded())
    #expect(verification.reason == .payloadAltered)
    #expect(verification.signature == .invalid)
    #expect(verification.trust == .trusted)
  }

  @Test("DigestInfo is what RFC 8017 says, octet by octet")
  func digestInfo() throws {
    var container = try Minted.pki.container(for: .sample, era: .sha256)
    let digest = try SigningDigest.sha256.hash(container.payload)
    let key = container.signers[0].identity.key
    func block(_ info: [UInt8], padding: UInt8 = 0xFF, type: UInt8 = 0x01) -> [UInt8] {
      [0x00, type] + [UInt8](repeating: padding, count: 253 - info.count) + [0x00] + info
    }
    for (name, forged, reason) in [
      ("as it must be", block(Self.prefix + digest), Reason.ok),
      ("without NULL", block(Self.prefixWithoutNULL + digest), .payloadAltered),
      ("other padding", block(Self.prefix + digest, padding: 0xFE), .payloadAltered),
      ("encryption padding", block(Self.prefix + digest, type: 0x02), .payloadAltered),
      ("digest alone", block(digest), .payloadAltered),
      ("octets behind", block(Self.prefix + digest + [0, 0, 0, 0]), .payloadAltered),
    ] {
      container.signers[0].signature = try key.signBlock(forged)
      #expect(Minted.verifier.verify(try container.encoded()).reason == reason, "\(name)")
    }
  }

  @Test("a signature has the octets of its modulus, no more and no less")
  func signatureLength() throws {
    var container = try Minted.pki.container(for: .sample, era: .sha256)
    try container.seal()
    let signature = try #require(container.signers[0].signature)
    #expect(signature.count == 256)
    for other in [
      Array(signature.dropFirst()), Array(signature.dropLast()), [0] + signature, signature + [0],
      [], [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0xFF, count: 256),
    ] {
      container.signers[0].signature = other
      let verification = Minted.verifier.verify(try container.encoded())
      #expect(verification.reason == .payloadAltered, "\(other.count) octets")
      #expect(verification.signature == .invalid)
    }
  }

  /// The largest number whose cube is not above the target, and that cube; 256 octets each.
  private static func cubeRoot(of target: [UInt8]) -> (root: [UInt8], cube: [UInt8]) {
    let context = BN_CTX_new()
    let goal = BN_bin2bn(target, Int32(target.count), nil)
    let root = BN_new()
    let cube = BN_new()
    let trial = BN_new()
    defer {
      BN_CTX_free(context)
      for number in [goal, root, cube, trial] { BN_free(number) }
    }
    func raise(_ number: OpaquePointer?) {
      _ = BN_sqr(cube, number, context)
      _ = BN_mul(cube, cube, number, context)
    }
    BN_zero_ex(root)
    for bit in stride(from: Int32(700), through: 0, by: -1) {
      _ = BN_copy(trial, root)
      _ = BN_set_bit(trial, bit)
      raise(trial)
      if BN_cmp(cube, goal) <= 0 { _ = BN_copy(root, trial) }
    }
    raise(root)
    var octets = [UInt8](repeating: 0, count: 256)
    var cubed = octets
    BN_bn2binpad(root, &octets, 256)
    BN_bn2binpad(cube, &cubed, 256)
    return (octets, cubed)
  }
}
