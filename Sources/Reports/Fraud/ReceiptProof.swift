/// What was found by verifying one stored receipt again, for a fraud report. The command line makes
/// it: this room verifies nothing.
public struct ReceiptProof: Sendable {
  /// A certificate as it stands in the receipt, in words.
  public struct Certificate: Sendable {
    public var subject: String
    public var issuer: String
    /// Hexadecimal.
    public var serial: String
    public var sha256: String
    /// As ISO 8601.
    public var notBefore: String
    public var notAfter: String
    public var isCA: Bool
    public var isSigner: Bool
    /// One of the pinned anchors.
    public var isAnchor: Bool
    /// Apple's marker for receipts (1.2.840.113635.100.6.11.1) and for their intermediates (.6.2.1).
    public var hasReceiptMarker: Bool
    public var hasIntermediateMarker: Bool
    public var der: [UInt8]

    public init(
      subject: String, issuer: String, serial: String, sha256: String, notBefore: String,
      notAfter: String, isCA: Bool, isSigner: Bool, isAnchor: Bool, hasReceiptMarker: Bool,
      hasIntermediateMarker: Bool, der: [UInt8]
    ) {
      self.subject = subject
      self.issuer = issuer
      self.serial = serial
      self.sha256 = sha256
      self.notBefore = notBefore
      self.notAfter = notAfter
      self.isCA = isCA
      self.isSigner = isSigner
      self.isAnchor = isAnchor
      self.hasReceiptMarker = hasReceiptMarker
      self.hasIntermediateMarker = hasIntermediateMarker
      self.der = der
    }
  }

  /// How it is put together: decides the command that checks it.
  public enum Form: Sendable { case container, token }

  /// Today's answer, in the words of the audit tables.
  public var verdict: String
  public var reason: String
  /// The octets that are stored; nil where nothing is.
  public var stored: [UInt8]?
  /// nil where it is of no signed form that can be taken apart.
  public var form: Form?
  public var document: [UInt8] = []
  public var payload: [UInt8] = []
  public var signed: [UInt8] = []
  public var signature: [UInt8] = []
  /// As they stand in the receipt.
  public var certificates: [Certificate] = []
  /// From the signer up, without the anchor; those that are not in the receipt were at hand.
  public var path: [Certificate] = []
  /// The certificate of the anchor, where it is at hand.
  public var anchor: [UInt8]?
  /// Seconds since 1970 at which the chain has to be valid; nil where the receipt does not say.
  public var createdAt: Int64?

  /// Certificates of the path that are not in the receipt.
  var missing: [Certificate] {
    let embedded = Set(certificates.map(\.sha256))
    return path.filter { !embedded.contains($0.sha256) }
  }

  public init(verdict: String, reason: String, stored: [UInt8]?) {
    self.verdict = verdict
    self.reason = reason
    self.stored = stored
  }
}
