import ReceiptVerification

/// The anchors that a call trusts: Apple's, and those of the files that it names.
enum TrustAnchorFiles {
  static func load(_ arguments: Arguments) throws -> TrustAnchors {
    var anchors = TrustAnchors.apple
    for file in arguments.all(.trustAnchor) {
      let bytes: [UInt8]
      do { bytes = try InputFile.read(file) } catch {
        throw UsageError("--trust-anchor: \(Failure.text(error))")
      }
      do { anchors = try anchors.adding(fileContents: bytes) } catch {
        throw UsageError("--trust-anchor \(file): no certificate in DER or PEM: \(error)")
      }
    }
    return anchors
  }
}
