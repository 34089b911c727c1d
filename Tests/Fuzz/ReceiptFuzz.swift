import ReceiptForge
import ReceiptVerification

/// What libFuzzer calls with each input: the one entry that stored values of every format go through.
///
/// An input is judged as it is stored. A receipt or token among the inputs that calls itself genuine
/// must be one of the seeds' payloads: nothing else was ever signed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let stored = [UInt8](UnsafeBufferPointer(start: data, count: count))
  let verification = Fuzzed.verifier.verify(stored)
  if verification.verdict == .genuine, verification.format != .verifyReceiptJSON {
    precondition(verification.signature == .valid && verification.trust == .trusted)
    precondition(
      Fuzzed.signed.contains(verification.payloadSHA256 ?? []), "a payload that nobody signed")
  }
  precondition(Fuzzed.verifier.verify(stored) == verification, "the same input, another answer")
  return 0
}

private enum Fuzzed {
  static let verifier: ReceiptVerifier = {
    let roots = Array(try! TestPKI.standard.rootPEM.utf8)
    return ReceiptVerifier(anchors: try! TrustAnchors.apple.adding(fileContents: roots))
  }()

  /// The payloads of the forge's genuine kinds.
  static let signed = Set(
    ReceiptKind.all.compactMap { kind -> [UInt8]? in
      let verification = verifier.verify(try! kind.mint(TestPKI.standard))
      return verification.verdict == .genuine ? verification.payloadSHA256 : nil
    })
}
