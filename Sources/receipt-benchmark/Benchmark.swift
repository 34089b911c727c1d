import Foundation
import OpenSSL
import ReceiptVerification

/// Measures verification against the signature itself and against the way of others.
@main
struct Benchmark {
  static func main() throws {
    let dir = CommandLine.arguments[1]
    let files = try FileManager.default.contentsOfDirectory(atPath: dir).filter { $0.hasSuffix(".der") }.sorted()
    for f in files {
      let der = [UInt8](try Data(contentsOf: URL(fileURLWithPath: dir + "/" + f)))
      let v = ReceiptVerifier()
      let n = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2])! : 20_000
      let r0 = v.verify(der)
      let t0 = DispatchTime.now().uptimeNanoseconds
      for _ in 0..<n { _ = v.verify(der) }
      let t1 = DispatchTime.now().uptimeNanoseconds
      print(f, der.count, r0.receipt?.purchases.count ?? -1, r0.verdict, Double(t1 - t0) / Double(n) / 1000, "us")
    }
  }
}
