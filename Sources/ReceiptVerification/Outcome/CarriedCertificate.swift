/// A certificate that came with a genuine receipt and helped to prove it.
///
/// What receipts carry may serve those that carry too little: as certificates at hand, trusted no
/// further than what comes with the receipt itself.
public struct CarriedCertificate: Sendable, Hashable {
  /// Its place on the path from the signer to the anchor.
  public enum Role: String, Sendable, CaseIterable {
    case signer, intermediate, root
  }

  public var role: Role
  public var sha256: [UInt8]
  public var der: [UInt8]

  public init(role: Role, sha256: [UInt8], der: [UInt8]) {
    self.role = role
    self.sha256 = sha256
    self.der = der
  }
}
