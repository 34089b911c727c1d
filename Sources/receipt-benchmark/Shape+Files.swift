import Foundation
import OpenSSL
import ReceiptVerification

extension Shape {
  /// The genuine PKCS#7 receipts among the files below a directory, in the order of their names.
  ///
  /// `anchors` are trusted beside Apple's own roots.
  static func files(in directory: String, anchors files: [String]) throws -> Shape {
    var anchors = TrustAnchors.apple
    for file in files {
      anchors = try anchors.adding(fileContents: Array(Data(contentsOf: url(file))))
    }
    let verifier = ReceiptVerifier(anchors: anchors)
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory).sorted()
    var signers: [[UInt8]: PublicKey] = [:]
    var roots: [[UInt8]: Certificate] = [:]
    var samples: [Sample] = []
    for name in names {
      guard let stored = try? Data(contentsOf: url(directory).appending(path: name)) else {
        continue
      }
      let verification = verifier.verify(Array(stored))
      guard verification.verdict == .genuine, let created = verification.document?.creationDate,
        let parts = verifier.parts(of: Array(stored)), parts.form == .container,
        let signer = parts.path.first, let key = signer.publicKey, let root = parts.anchor
      else { continue }
      roots[root.sha256] = root
      samples.append(
        Sample(
          der: parts.document, payload: parts.payload, signature: parts.signature,
          digest: verification.digest == .sha1 ? .sha1 : .sha256,
          key: signers[signer.sha256, default: key],
          created: created.microsecondsSince1970 / 1_000_000))
      signers[signer.sha256] = samples[samples.count - 1].key
    }
    guard !samples.isEmpty else {
      throw Failure(
        description: "\(directory) holds no genuine PKCS#7 receipt among its \(names.count) files")
    }
    return Shape(
      name: "files (\(samples.count))", samples: samples, anchors: anchors,
      roots: Array(roots.values))
  }

  private static func url(_ path: String) -> URL { URL(filePath: path) }
}
