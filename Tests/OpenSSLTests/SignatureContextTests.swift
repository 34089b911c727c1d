import Foundation
import OpenSSL
import Testing

/// Vectors of Project Wycheproof, where RECEIPT_CORPUS names a folder that has them.
private enum Wycheproof {
  struct File: Decodable {
    var testGroups: [Group]
  }

  struct Group: Decodable {
    var publicKeyDer: String
    var sha: String
    var tests: [Vector]
  }

  struct Vector: Decodable {
    var tcId: Int
    var comment: String
    var msg: String
    var sig: String
    var result: String
  }

  static let folder = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map {
    $0 + "/wycheproof"
  }

  /// The RSA-2048 files of the digests that receipts are signed with.
  static let files: [String] = {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    return names.filter {
      $0.hasPrefix("rsa_signature_2048_sha1_") || $0.hasPrefix("rsa_signature_2048_sha256_")
    }
  }()

  static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }
}

@Suite("Signature verification")
struct SignatureContextTests {
  @Test(
    "answers every Wycheproof vector of RSA PKCS#1 v1.5, and takes none that is merely acceptable",
    .enabled(if: !Wycheproof.files.isEmpty), arguments: Wycheproof.files)
  func wycheproof(_ name: String) throws {
    let path = try #require(Wycheproof.folder) + "/" + name
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let digests = DigestContext()
    let signatures = SignatureContext()
    var judged = 0
    for group in try JSONDecoder().decode(Wycheproof.File.self, from: data).testGroups {
      let digest = group.sha == "SHA-1" ? MessageDigest.sha1 : .sha256
      let encoded = Wycheproof.bytes(group.publicKeyDer)
      let key = try PublicKey(der: encoded.span)
      for vector in group.tests {
        let message = Wycheproof.bytes(vector.msg)
        let signature = Wycheproof.bytes(vector.sig)
        let value = digests.digest(message.span, digest)
        let isValid = signatures.isValid(signature.span, over: value.span, digest, key: key)
        #expect(isValid == (vector.result == "valid"), "\(vector.tcId): \(vector.comment)")
        judged += 1
      }
    }
    #expect(judged > 200)
  }

  @Test("more keys than are kept ready still answer, each for itself")
  func manyKeys() throws {
    let signatures = SignatureContext()
    let message = Array("receipt".utf8)
    let digest = DigestContext().digest(message.span, .sha256)
    let keys = try (0..<12).map { _ in try PrivateKey.generate(.p256) }
    let template = CertificateTemplate(
      subject: DistinguishedName(["CN": "k"]), serial: [1], notBefore: 0, notAfter: 1)
    let publics = try keys.map { key in
      let der = try template.mintSelfSigned(key: key)
      let certificate = try Certificate(der: der.span)
      return try #require(certificate.publicKey)
    }
    let made = try keys.map { try $0.sign(message, digest: .sha256) }
    for _ in 0..<2 {
      for index in keys.indices {
        for other in [index, (index + 1) % keys.count] {
          let signature = made[index]
          let isValid = signatures.isValid(
            signature.span, over: digest.span, .sha256, key: publics[other])
          #expect(isValid == (other == index))
        }
      }
    }
  }

  @Test("a public key is decoded to its last octet")
  func publicKey() throws {
    func decodes(_ der: [UInt8]) -> Bool { (try? PublicKey(der: der.span)) != nil }
    // P-256's generator as a key, which is enough of a point on the curve.
    let point =
      "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
      + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    let der = Wycheproof.bytes(
      "3059301306072a8648ce3d020106082a8648ce3d030107034200" + point)
    #expect(decodes(der))
    #expect(!decodes(der + [0]))
    #expect(!decodes(Array(der.dropLast())))
    #expect(!decodes([]))
  }
}
