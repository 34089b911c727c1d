import ReceiptVerification

/// The anchors that a call trusts, Apple's and those of the files that it names, with the
/// certificates that it puts beside them.
enum TrustAnchorFiles {
  static func load(_ arguments: Arguments) throws -> TrustAnchors {
    try HostDigests.require()
    var anchors = TrustAnchors.apple
    for file in arguments.all(.trustAnchor) {
      anchors = try adding(file, of: .trustAnchor) { try anchors.adding(fileContents: $0) }
    }
    for file in arguments.all(.intermediate) {
      anchors = try adding(file, of: .intermediate) {
        try anchors.addingIntermediates(fileContents: $0)
      }
    }
    return anchors
  }

  private static func adding(
    _ file: String, of option: Option, _ add: ([UInt8]) throws -> TrustAnchors
  ) throws -> TrustAnchors {
    let bytes: [UInt8]
    do { bytes = try InputFile.read(file) } catch {
      throw UsageError("--\(option.long): \(Failure.text(error))")
    }
    do { return try add(bytes) } catch {
      throw UsageError("--\(option.long) \(file): no certificate in DER or PEM: \(error)")
    }
  }
}
