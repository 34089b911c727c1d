import Foundation
import OpenSSL

/// Proves that this host can verify receipts of every era, and refuses altered ones.
///
/// Some systems refuse SHA-1 by policy (RHEL 9: `rh-allow-sha1-signatures = no`); on such a host every
/// receipt signed before 2025 would look forged. Run before anything is judged.
public struct SelfTest: Sendable {
  /// How receipts of one era fared.
  public struct Result: Sendable {
    /// `sha1` or `sha256`.
    public let era: DigestAlgorithm
    /// nil where the genuine sample verified and its altered twin did not.
    public let failure: String?
  }

  /// One result for each era, oldest first.
  public static func run() -> [Result] {
    let eras: [(DigestAlgorithm, String)] = [
      (.sha1, SelfTestSamples.sha1), (.sha256, SelfTestSamples.sha256),
    ]
    let withheld = MessageDigest.withheld
    guard withheld.isEmpty else {
      let names = withheld.joined(separator: " and ")
      return eras.map {
        Result(era: $0.0, failure: "OpenSSL's configuration on this host withholds \(names)")
      }
    }
    guard let root = decode(SelfTestSamples.root),
      let anchors = try? TrustAnchors.apple.adding(fileContents: root)
    else { return eras.map { Result(era: $0.0, failure: "the sample's root cannot be decoded") } }
    let verifier = ReceiptVerifier(anchors: anchors)
    return eras.map { era, sample in
      Result(era: era, failure: failure(decode(sample) ?? [], era, verifier))
    }
  }

  private static func failure(
    _ sample: [UInt8], _ era: DigestAlgorithm, _ verifier: ReceiptVerifier
  ) -> String? {
    let genuine = verifier.verify(sample)
    guard genuine.reason == .ok else {
      let policy =
        era == .sha1
        ? "; this host's cryptographic policy may refuse SHA-1 (on RHEL: update-crypto-policies --set DEFAULT:SHA1)"
        : ""
      return "a genuine \(era.rawValue) receipt is judged \(genuine.reason.rawValue)\(policy)"
    }
    let altered = verifier.verify(alteringPayload(sample))
    guard altered.reason == .payloadAltered else {
      return "an altered \(era.rawValue) receipt is judged \(altered.reason.rawValue)"
    }
    return nil
  }

  /// The sample with one character of its bundle id changed.
  private static func alteringPayload(_ sample: [UInt8]) -> [UInt8] {
    let name = Array("com.example".utf8)
    guard let start = sample.indices.first(where: { sample[$0...].starts(with: name) }) else {
      return sample
    }
    var altered = sample
    altered[start] ^= 1
    return altered
  }

  private static func decode(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}
