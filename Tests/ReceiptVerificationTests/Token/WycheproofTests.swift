import Foundation
import OpenSSL
import Testing

@testable import ReceiptVerification

/// Signature vectors of Project Wycheproof, where RECEIPT_CORPUS names the folder that holds them.
@Suite("Wycheproof signature vectors", .enabled(if: Corpus.folder != nil))
struct WycheproofTests {
  struct Vectors: Decodable {
    struct Group: Decodable {
      var publicKeyDer: String?
      var comment: String?
      var `public`: [String: Member]?
      var tests: [Vector]
    }
    struct Vector: Decodable {
      var tcId: Int
      var result: String
      var msg: String?
      var sig: String?
      var jws: Member?
    }
    /// Text, or something else that is of no interest.
    enum Member: Decodable {
      case text(String)
      case other
      init(from decoder: any Decoder) throws {
        let text = try? decoder.singleValueContainer().decode(String.self)
        self = text.map(Member.text) ?? .other
      }
      var text: String? { if case .text(let text) = self { text } else { nil } }
    }
    var testGroups: [Group]

    init(_ file: String) throws {
      let bytes = try Corpus.bytes("wycheproof/\(file).json")
      self = try JSONDecoder().decode(Vectors.self, from: Data(bytes))
    }
  }

  private static func verifies(
    _ signature: [UInt8], _ message: [UInt8], _ key: PublicKey
  ) -> Bool {
    let digest = DigestContext().digest(message.span, .sha256)
    return SignatureContext().isValid(signature.span, over: digest.span, .sha256, key: key)
  }

  /// As tokens are verified: two numbers of 32 octets each.
  private static func verifiesFixed(
    _ signature: [UInt8], _ message: [UInt8], _ key: PublicKey
  ) -> Bool {
    guard signature.count == ECDSASignature.p256Bytes,
      let encoded = ECDSASignature(fixed: signature.span)
    else { return false }
    return verifies(encoded.der, message, key)
  }

  @Test(
    "every signature is judged as the vectors say",
    arguments: [
      ("ecdsa_secp256r1_sha256_p1363_test", true), ("ecdsa_secp256r1_sha256_test", false),
    ])
  func signatures(_ file: String, isFixed: Bool) throws {
    var judged = 0
    for group in try Vectors(file).testGroups {
      let encoded = [UInt8](hexadecimal: try #require(group.publicKeyDer))
      let key = try PublicKey(der: encoded.span)
      for vector in group.tests where vector.result != "acceptable" {
        let signature = [UInt8](hexadecimal: vector.sig ?? "")
        let message = [UInt8](hexadecimal: vector.msg ?? "")
        let isValid =
          isFixed
          ? Self.verifiesFixed(signature, message, key) : Self.verifies(signature, message, key)
        #expect(isValid == (vector.result == "valid"), "\(file) \(vector.tcId)")
        judged += 1
      }
    }
    #expect(judged > 250)
  }

  /// What remains of our verification when the key is given instead of a chain.
  private static func accepts(_ token: [UInt8], _ key: PublicKey) -> Bool {
    guard let parts = try? CompactToken(token.span),
      let headerText = try? Base64URL.decode(token.span.extracting(parts.header)),
      let header = try? JSONReader.object(headerText.span), header.text("alg") == "ES256",
      (try? Base64URL.decode(token.span.extracting(parts.payload))) != nil,
      let signature = try? Base64URL.decode(token.span.extracting(parts.signature))
    else { return false }
    return verifiesFixed(signature, Array(token[parts.signed]), key)
  }

  @Test("tokens signed with ES256 are judged as the vectors say")
  func tokens() throws {
    // Everything of an uncompressed P-256 key that stands before its coordinates.
    let prefix = [UInt8](hexadecimal: "3059301306072a8648ce3d020106082a8648ce3d03010703420004")
    var judged = 0
    for group in try Vectors("json_web_signature_test").testGroups {
      // A key that is not for signing is none of ours: it comes out of a certificate.
      guard let jwk = group.public, jwk["crv"]?.text == "P-256", jwk["alg"]?.text == "ES256",
        let x = jwk["x"]?.text, let y = jwk["y"]?.text
      else { continue }
      let point = try Base64URL.decode(Array(x.utf8).span) + Base64URL.decode(Array(y.utf8).span)
      let encoded = prefix + point
      let key = try PublicKey(der: encoded.span)
      for vector in group.tests {
        guard let token = vector.jws?.text else { continue }
        #expect(
          Self.accepts(Array(token.utf8), key) == (vector.result == "valid"),
          "\(group.comment ?? "") \(vector.tcId)")
        judged += 1
      }
    }
    #expect(judged > 35)
  }

  @Test("none of the tokens is a store's, whatever it is signed with")
  func foreign() throws {
    for group in try Vectors("json_web_signature_test").testGroups {
      for vector in group.tests {
        let verification = ReceiptVerifier().verify(vector.jws?.text.map { Array($0.utf8) } ?? [])
        #expect(verification.verdict != .genuine && verification.verdict != .test)
      }
    }
  }
}
