import Foundation
import TestSupport
import Testing

@Suite("A disk that answers EIO when files are synced", .serialized)
struct FailingDiskTests {
  private let shop: Shop
  private let tree: FileTree
  private let disk: FailingSync

  init() throws {
    shop = try Shop(isAudited: true)
    tree = try FileTree()
    disk = try FailingSync(in: tree.path)
    try FileManager.default.createDirectory(
      atPath: tree.file("out"), withIntermediateDirectories: false)
  }

  /// Runs it on the failing disk, once for each pattern, where `out` must stay as it is; then on the
  /// healthy one.
  private func check(_ words: [String], failing patterns: [String], says: String = "") throws {
    let former = try tree.content(of: "out")
    for pattern in patterns {
      try disk.fail(.once, pattern)
      let failed = try shop.audit(words, environment: disk.environment)
      #expect(!disk.isFailing, "\(words): nothing was synced that is called \(pattern)")
      #expect(failed.status == 1, "\(words), \(pattern): \(failed)")
      #expect(says.isEmpty ? failed.output.isEmpty : failed.output.contains(says))
      #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
      for part in ["cannot sync \(tree.file("out"))", "Input/output error; the disk fails"] {
        #expect(failed.errors.contains(part), "\(words), \(pattern): \(failed.errors)")
      }
      #expect(try tree.content(of: "out") == former, "\(words), \(pattern)")
    }
    let healthy = try shop.audit(words, environment: disk.environment)
    #expect(healthy.status == 0, "\(healthy.errors)")
    let latter = try tree.content(of: "out")
    #expect(latter != former && latter.keys.allSatisfy { !$0.contains(".tmp") })
  }

  private func writeFormer(_ name: String) throws {
    try Data("of yesterday".utf8).write(to: URL(fileURLWithPath: tree.file(name)))
  }

  @Test(
    "a list is whole, that of yesterday, or not there", arguments: ["csv", "jsonl", "xlsx"])
  func list(format: String) throws {
    let words = ["export", "findings", "--format", format, "--output", tree.file("out/list")]
    let patterns = ["*/list.*.tmp", "*/out"]
    try check(words, failing: patterns)
    try writeFormer("out/list")
    try check(words, failing: patterns)
  }

  @Test("a report is whole, that of yesterday, or not there")
  func report() throws {
    let words = ["report", "--output", tree.file("out/latest")]
    let patterns = [
      "*/report.html", "*/report.xlsx", "*/summary.csv", "*/findings.csv", "*/findings.jsonl",
      "*/run.json", "*/MANIFEST.sha256", "*/latest.*.tmp", "*/out",
    ]
    try check(words, failing: patterns)
    // Tomorrow's tells something else.
    try writeFormer("out/latest/report.html")
    try check(words, failing: patterns)
  }

  @Test("a case is whole or not there")
  func reportOfAccount() throws {
    let account = try shop.connection.query(
      "select account_id from audit.receipts where verdict = 'genuine' order by 1 limit 1")
    let name = try #require(try account[0].text("account_id"))
    let words = [
      "report", "--account", name, "--output", tree.file("out/case"), "--trust-anchor",
      Shop.trustAnchor,
    ]
    try check(
      words,
      failing: [
        "*.der", "*/README*", "*/MANIFEST.sha256", "*/receipts", "*/case.*.tmp", "*/out",
      ])
  }

  @Test(
    "a run's file is whole, that of yesterday, or not there, and the run is published",
    arguments: ["metrics", "summary"])
  func filesOfRun(option: String) throws {
    let words = ["run", "--\(option)", tree.file("out/file")]
    let patterns = ["*/out/file.*.tmp", "*/out"]
    try check(words, failing: patterns, says: "published")
    try writeFormer("out/file")
    try check(words, failing: patterns, says: "published")
    #expect(try shop.count("audit.runs where status = 'published'") == 7)
  }
}
