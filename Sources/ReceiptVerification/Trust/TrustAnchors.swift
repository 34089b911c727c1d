public import OpenSSL

/// What chains may end at, and the certificates that help to get there.
///
/// Anchors are pinned by the SHA-256 of the whole certificate. Apple's roots are pinned without
/// being shipped: the certificate itself comes out of the container or out of a file.
public struct TrustAnchors: Sendable {
  /// Anchors by SHA-256, with the names of those that are known without their certificate.
  private var pins: Set<[UInt8]>
  private var names: Set<String>
  /// Certificates at hand beside those of a container.
  private(set) var certificates: [Certificate]

  /// Apple Root CA, Apple Root CA - G2 and Apple Root CA - G3
  /// (https://www.apple.com/certificateauthority/).
  public static let apple = TrustAnchors(
    pins: [
      "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
      "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",
      "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
    ],
    names: [
      "CN=Apple Root CA,OU=Apple Certification Authority,O=Apple Inc.,C=US",
      "CN=Apple Root CA - G2,OU=Apple Certification Authority,O=Apple Inc.,C=US",
      "CN=Apple Root CA - G3,OU=Apple Certification Authority,O=Apple Inc.,C=US",
    ])

  /// - Parameters:
  ///   - pins: SHA-256 of certificates that are not at hand, in hexadecimal.
  ///   - names: theirs, as text.
  init(pins: [String], names: Set<String>) {
    self.pins = Set(pins.map { [UInt8](hexadecimal: $0) })
    self.names = names
    certificates = []
  }

  /// These anchors and each certificate of a file (DER, or PEM with any number of them).
  ///
  /// - Throws: `OpenSSLError` for a file that holds no certificate.
  public func adding(fileContents: [UInt8]) throws(OpenSSLError) -> TrustAnchors {
    var more = self
    for certificate in try Certificate.all(in: fileContents) {
      more.pins.insert(certificate.sha256)
      more.names.insert(certificate.subjectText)
      more.certificates.append(certificate)
    }
    return more
  }

  /// These anchors, with certificates that are only at hand: they are trusted no further than a
  /// container's own.
  public func addingIntermediates(fileContents: [UInt8]) throws(OpenSSLError) -> TrustAnchors {
    var more = self
    more.certificates += try Certificate.all(in: fileContents)
    return more
  }

  /// The SHA-256 of the certificates that are at hand, in hexadecimal, each once, sorted.
  public var fingerprintsAtHand: [String] { Set(certificates.map(\.sha256.hexadecimal)).sorted() }

  /// The pinned SHA-256 fingerprints in hexadecimal, sorted.
  public var fingerprints: [String] { pins.map(\.hexadecimal).sorted() }

  func isAnchor(_ certificate: Certificate) -> Bool { pins.contains(certificate.sha256) }

  /// Whether a pinned anchor goes by this name.
  func isAnchorName(_ name: String) -> Bool { names.contains(name) }
}

extension [UInt8] {
  /// The octets that pairs of hexadecimal digits stand for; other characters are skipped.
  init(hexadecimal text: String) {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    self = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
