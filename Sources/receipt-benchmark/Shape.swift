import OpenSSL
import ReceiptForge
import ReceiptVerification

/// Receipts of one kind to be measured with, one after the other.
struct Shape {
  let name: String
  let samples: [Sample]
  let anchors: TrustAnchors
  let roots: [Certificate]

  /// A genuine receipt, and what its floor needs.
  struct Sample {
    let der: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    let digest: MessageDigest
    let key: PublicKey
    /// Seconds since 1970.
    let created: Int64
  }

  /// Octets of a receipt, on average.
  var bytes: Int { samples.reduce(0) { $0 + $1.der.count } / samples.count }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Production-like with 4 purchases, large with 187, and one of the SHA-1 era.
  static func all() throws -> [Shape] {
    [
      try make("production", purchases: 4, created: "2023-09-01T00:00:00Z", .sha256),
      try make("large", purchases: 187, created: "2023-09-01T00:00:00Z", .sha256),
      try make("sha1", purchases: 4, created: "2019-05-01T00:00:00Z", .sha1),
    ]
  }

  private static func make(
    _ name: String, purchases: Int, created: String, _ era: Era
  ) throws -> Shape {
    let pki = try TestPKI.standard
    var draft = ReceiptDraft(creationDate: created)
    draft.purchases = (0..<purchases).map { index in
      .subscription(
        "com.example.meadow.monthly", transactionID: String(310_001_200_000_001 + index),
        original: "310001200000001", lineItem: Int64(310_000_500_000_001 + index),
        from: "2019-04-01T09:00:00Z", until: "2019-05-01T09:00:00Z")
    }
    var container = try pki.container(for: draft, era: era)
    try container.seal()
    guard let leaf = container.certificates.first, let signature = container.signers[0].signature,
      let key = try Certificate(der: leaf.span).publicKey
    else { throw Failure(description: "the forge made no signed receipt") }
    let sample = Sample(
      der: try container.encoded(), payload: container.payload, signature: signature,
      digest: era == .sha1 ? .sha1 : .sha256, key: key, created: ReceiptDate.seconds(created) ?? 0)
    return Shape(
      name: name, samples: [sample],
      anchors: try TrustAnchors.apple.adding(fileContents: pki.rootCertificate),
      roots: [try Certificate(der: pki.rootCertificate.span)])
  }
}
