import Foundation
import ReceiptForge

/// `receipt-forge receipt`.
struct ReceiptCommand {
  private let kind: ReceiptKind
  private let encoding: ReceiptEncoding
  private let output: String

  init(_ words: [String]) throws {
    let arguments = try Arguments(words, known: ["--kind", "--output", "--encoding"])
    let name = try arguments.required("--kind")
    guard let kind = ReceiptKind.named(name) else { throw UsageError("no such kind: \(name)") }
    self.kind = kind
    let encodingName = arguments.text("--encoding") ?? ReceiptEncoding.der.rawValue
    guard let encoding = ReceiptEncoding(rawValue: encodingName) else {
      throw UsageError("no such encoding: \(encodingName)")
    }
    self.encoding = encoding
    output = try arguments.required("--output")
  }

  func run() throws {
    let bytes = Data(encoding.encode(try kind.mint(TestPKI.standard)))
    if output == "-" {
      FileHandle.standardOutput.write(bytes)
    } else {
      try bytes.write(to: URL(fileURLWithPath: output))
    }
  }
}

/// `receipt-forge pki`.
struct PKICommand {
  private let directory: URL

  init(_ words: [String]) throws {
    let arguments = try Arguments(words, known: ["--output"])
    directory = URL(fileURLWithPath: try arguments.required("--output"), isDirectory: true)
  }

  func run() throws {
    let pki = try TestPKI.standard
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try write(Array(pki.rootPEM.utf8), "root.pem")
    for generation in Generation.allCases {
      let chain = pki.chain(generation)
      try write(chain.leaf.certificate, "\(generation.rawValue)-leaf.der")
      try write(chain.intermediate.certificate, "\(generation.rawValue)-intermediate.der")
    }
    try write(pki.purchaseIntermediate.certificate, "purchase-intermediate.der")
    try write(pki.tokens.intermediate.certificate, "token-intermediate.der")
    for generation in TokenGeneration.allCases {
      try write(
        pki.tokens.chain(generation).leaf.certificate, "token-\(generation.rawValue)-leaf.der")
    }
    try write(TestPKI.storeKit.certificate, "storekit.der")
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: directory.appendingPathComponent(name))
  }
}

/// `receipt-forge kinds`.
struct KindsCommand {
  init(_ words: [String]) throws { _ = try Arguments(words, known: []) }

  func run() {
    for kind in ReceiptKind.all {
      let truth = kind.truth
      print(
        "\(kind.name)\t\(truth.verdict.rawValue)\t\(truth.reason.rawValue)\t\(kind.summary)")
    }
  }
}
