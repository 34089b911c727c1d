import Foundation
import OpenSSL

/// Proves that this host can verify receipts of every era, and refuses altered ones.
///
/// Some systems refuse SHA-1 by policy (RHEL 9: `rh-allow-sha1-signatures = no`); on such a host every
/// receipt signed before 2025 would look forged. Run before anything is judged.
public struct SelfTest: Sendable {
  /// The ways in which receipts were and are signed.
  public enum Era: String, Sendable, CaseIterable {
    case sha1, sha256
    /// Signed tokens.
    case es256
  }

  /// How receipts of one era fared.
  public struct Result: Sendable {
    public let era: Era
    /// nil where the genuine sample verified and its altered twin did not.
    public let failure: String?
  }

  /// One result for each era, oldest first.
  public static func run() -> [Result] {
    let withheld = MessageDigest.withheld
    guard withheld.isEmpty else {
      let names = withheld.joined(separator: " and ")
      return Era.allCases.map {
        Result(era: $0, failure: "OpenSSL's configuration on this host withholds \(names)")
      }
    }
    let anchors = [SelfTestSamples.root, SelfTestSamples.tokenRoot].reduce(
      TrustAnchors.apple as TrustAnchors?
    ) { anchors, root in
      decode(root).flatMap { try? anchors?.adding(fileContents: $0) }
    }
    guard let anchors else {
      return Era.allCases.map {
        Result(era: $0, failure: "the root of the samples cannot be decoded")
      }
    }
    let verifier = ReceiptVerifier(anchors: anchors)
    return Era.allCases.map { era in
      Result(era: era, failure: failure(sample(era), era, verifier))
    }
  }

  private static func sample(_ era: Era) -> [UInt8] {
    switch era {
    case .sha1: decode(SelfTestSamples.sha1) ?? []
    case .sha256: decode(SelfTestSamples.sha256) ?? []
    case .es256: SelfTestSamples.token.utf8.filter { $0 > 0x20 }
    }
  }

  private static func failure(
    _ sample: [UInt8], _ era: Era, _ verifier: ReceiptVerifier
  ) -> String? {
    let genuine = verifier.verify(sample)
    guard genuine.reason == .ok else {
      let policy =
        era == .sha1
        ? "; this host's cryptographic policy may refuse SHA-1 (on RHEL: update-crypto-policies --set DEFAULT:SHA1)"
        : ""
      return "a genuine \(era.rawValue) receipt is judged \(genuine.reason.rawValue)\(policy)"
    }
    let altered = verifier.verify(altering(sample, era))
    guard altered.reason == .payloadAltered else {
      return "an altered \(era.rawValue) receipt is judged \(altered.reason.rawValue)"
    }
    return nil
  }

  /// The sample with one character of its bundle id changed; of a token, one of its signature.
  private static func altering(_ sample: [UInt8], _ era: Era) -> [UInt8] {
    var altered = sample
    if era == .es256, sample.count > 40 {
      let place = sample.count - 40
      altered[place] = altered[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      return altered
    }
    let name = Array("com.example".utf8)
    guard let start = sample.indices.first(where: { sample[$0...].starts(with: name) }) else {
      return sample
    }
    altered[start] ^= 1
    return altered
  }

  private static func decode(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}
