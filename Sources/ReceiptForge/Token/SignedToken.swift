public import OpenSSL

/// A JSON web signature in compact form (RFC 7515 7.1), as the store makes it or as an attacker would.
public struct SignedToken: Sendable {
  /// `alg`; nil for none at all.
  public var algorithm: String? = "ES256"
  /// `x5c`, signer first.
  public var certificates: [[UInt8]]
  /// Members of the header behind the two.
  public var otherHeader: [JSONDraft.Member] = []
  /// Stands for the whole header where it is not nil.
  public var header: String?
  public var payload: [UInt8]
  public var key: PrivateKey
  /// r and s; made by `seal`, or by `text` where it is still missing.
  public var signature: [UInt8]?

  public init(_ draft: TokenDraft, _ chain: SigningChain) {
    certificates = chain.certificates
    payload = draft.payload
    key = chain.leaf.key
  }

  /// `x5c` as the header has it.
  public var chainMember: JSONDraft {
    .array(certificates.map { .text(TokenEncoding.standard($0)) })
  }

  /// What is signed.
  public var signingInput: String {
    var members: [JSONDraft.Member] = []
    members["alg"] = algorithm.map(JSONDraft.text)
    members["x5c"] = chainMember
    let text = header ?? JSONDraft.object(members + otherHeader).serialized
    return TokenEncoding.encode(Array(text.utf8)) + "." + TokenEncoding.encode(payload)
  }

  /// Signs what is there now; later changes leave the signature as it is.
  public mutating func seal() throws {
    signature = try key.fixedSignature(Array(signingInput.utf8), digest: .sha256)
  }

  /// The compact form.
  public func text() throws -> String {
    var token = self
    if token.signature == nil { try token.seal() }
    return signingInput + "." + TokenEncoding.encode(token.signature ?? [])
  }

  public func bytes() throws -> [UInt8] { Array(try text().utf8) }

  /// The same signature with the other of the two values of s that verify (n - s).
  public mutating func malleate() {
    guard let signature else { return }
    self.signature = signature.prefix(32) + Self.subtract(Array(signature.suffix(32)))
  }

  /// n - s, for the order n of P-256.
  private static func subtract(_ number: [UInt8]) -> [UInt8] {
    var borrow = 0
    var difference = [UInt8](repeating: 0, count: 32)
    for index in (0..<32).reversed() {
      let digit = Int(p256Order[index]) - Int(number[index]) - borrow
      difference[index] = UInt8(truncatingIfNeeded: digit)
      borrow = digit < 0 ? 1 : 0
    }
    return difference
  }

  /// The order of P-256 (FIPS 186-4 D.1.2.3).
  public static let p256Order: [UInt8] =
    [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [
      0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25,
      0x51,
    ]
}
