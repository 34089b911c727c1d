import OpenSSL

/// A certificate revocation list (RFC 5280 5.1) that revokes nothing: only good for being in the way.
enum RevocationList {
  static func empty(_ issuer: TestIdentity) throws -> [UInt8] {
    let name = try issuer.subject.encoded()
    let list = ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.algorithm(sha256WithRSA)
        writer.raw(name)
        writer.primitive(0x17, Array("230601000000Z".utf8))
      }
    }
    let signature = try issuer.key.sign(list, digest: .sha256)
    return ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.raw(list)
        writer.algorithm(sha256WithRSA)
        writer.primitive(0x03, [0] + signature)
      }
    }
  }

  private static let sha256WithRSA = "1.2.840.113549.1.1.11"
}
