import Foundation
import Testing

@Suite("Long trials, in short")
struct SoakTests {
  @Test(
    "verification holds no more memory after a while than at first, and the cache no more verdicts",
    arguments: [("heap", 1000), ("cache", 3000)])
  func memory(_ trial: String, _ count: Int) throws {
    // A process of its own: nothing else allocates there.
    let outcome = try Tool.soak.run([trial, "--count", String(count)])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count == 2)
  }

  @Test("eight threads judge as one does")
  func threads() throws {
    let outcome = try Tool.soak.run(["threads", "--count", "1000"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("an unknown trial is a mistake of usage")
  func usage() throws {
    #expect(try Tool.soak.run(["everything"]).status == 2)
    #expect(try Tool.soak.run(["heap", "--count", "none"]).status == 2)
  }
}
