/// Anchors travel from a process to those that it starts: Apple's, and each certificate beside them
/// with whether it is an anchor itself.
extension TrustAnchors: Codable {
  private struct Addition: Codable {
    /// DER, in hexadecimal.
    var certificate: String
    var isAnchor: Bool
  }

  public init(from decoder: any Decoder) throws {
    self = .apple
    for addition in try decoder.singleValueContainer().decode([Addition].self) {
      let der = [UInt8](hexadecimal: addition.certificate)
      self =
        addition.isAnchor
        ? try adding(fileContents: der) : try addingIntermediates(fileContents: der)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      certificates.map { Addition(certificate: $0.der.hexadecimal, isAnchor: isAnchor($0)) })
  }
}
