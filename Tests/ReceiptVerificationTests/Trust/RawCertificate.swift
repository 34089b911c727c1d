import COpenSSL
import OpenSSL

@testable import ReceiptForge

/// A receipt leaf written octet by octet, for keys that OpenSSL would not write into one.
enum RawCertificate {
  /// Issued by a generation's intermediate over any SubjectPublicKeyInfo; what it signs with is
  /// another key.
  static func leaf(_ publicKeyInfo: [UInt8]) throws -> SigningChain {
    let chain = Minted.pki.chain(.sha256First)
    let issuer = chain.intermediate
    let subject = DistinguishedName(["CN": "Test Receipt Signing", "O": "Receipt Audit Test"])
    let issuerName = try issuer.subject.encoded()
    let subjectName = try subject.encoded()
    let body = ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.constructed(0xA0) { $0.integer(2) }
        writer.unsignedInteger([0x77, 0x01])
        writer.algorithm("1.2.840.113549.1.1.11")
        writer.raw(issuerName)
        writer.sequence { writer in
          writer.primitive(0x17, Array("220902000000Z".utf8))
          writer.primitive(0x17, Array("241001000000Z".utf8))
        }
        writer.raw(subjectName)
        writer.raw(publicKeyInfo)
        writer.constructed(0xA3) { writer in
          writer.sequence { writer in
            writer.sequence { writer in
              writer.objectIdentifier("2.5.29.19")
              writer.primitive(0x01, [0xFF])
              writer.octetString([0x30, 0x00])
            }
            writer.sequence { writer in
              writer.objectIdentifier(ObjectIdentifier.receiptLeafMarker)
              writer.octetString([0x05, 0x00])
            }
          }
        }
      }
    }
    let signature = try issuer.key.sign(body, digest: .sha256)
    let certificate = ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.raw(body)
        writer.algorithm("1.2.840.113549.1.1.11")
        writer.primitive(0x03, [0] + signature)
      }
    }
    let leaf = TestIdentity(
      certificate: certificate, key: try TestPKI.otherKey, subject: subject,
      issuer: issuer.subject, serial: [0x77, 0x01])
    return SigningChain(leaf: leaf, intermediate: chain.intermediate, root: chain.root)
  }

  /// An RSA SubjectPublicKeyInfo from the content octets of modulus and exponent.
  static func rsa(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
    let key = ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.primitive(0x02, modulus)
        writer.primitive(0x02, exponent)
      }
    }
    return ASN1Writer.encode { writer in
      writer.sequence { writer in
        writer.algorithm(ObjectIdentifier.rsaEncryption)
        writer.primitive(0x03, [0] + key)
      }
    }
  }

  /// A P-256 key whose curve is spelt out by its parameters instead of its name (CVE-2020-0601).
  static func explicitCurve() throws -> [UInt8] {
    let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    defer { EVP_PKEY_free(key) }
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_CTX_set_ec_param_enc(context, 0) == 1, EVP_PKEY_keygen(context, &key) == 1
    else { throw Unmade() }
    var encoded = [UInt8](repeating: 0, count: Int(i2d_PUBKEY(key, nil)))
    encoded.withUnsafeMutableBufferPointer { buffer in
      var cursor = buffer.baseAddress
      _ = i2d_PUBKEY(key, &cursor)
    }
    return encoded
  }

  struct Unmade: Error {}
}
