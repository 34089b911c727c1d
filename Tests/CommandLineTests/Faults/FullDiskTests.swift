import Foundation
import TestSupport
import Testing

@Suite(
  "A disk that fills up while files are written", .enabled(if: SmallDisk.isPossible), .serialized)
struct FullDiskTests {
  private let shop: Shop
  private let tree: FileTree

  init() throws {
    shop = try Shop(isAudited: true)
    tree = try FileTree()
  }

  /// Tries with more and more room until it is enough: at each place where it may end, it ends with
  /// one message that says what is full and what to do, and `check` sees what there is.
  private func narrow(
    _ disk: SmallDisk, remedy: String, _ attempt: () throws -> Tool.Outcome,
    check: () throws -> Void
  ) throws {
    let used = try disk.used()
    var room = 4096
    var failures = 0
    while true {
      try disk.resize(to: used + room)
      let outcome = try attempt()
      if outcome.status == 0 { break }
      failures += 1
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(room): \(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      for words in [disk.directory, "No space left on device", remedy] {
        #expect(outcome.errors.contains(words), "\(room): \(outcome.errors)")
      }
      #expect(try disk.used() == used, "\(room): something is left")
      try check()
      room += max(4096, room / 2 / 4096 * 4096)
      try #require(room < 16 << 20)
    }
    #expect(failures > 2)
  }

  @Test("TMPDIR, under a spreadsheet: no row is missing in it, or it is not there")
  func temporaryDirectory() throws {
    let disk = try SmallDisk(at: tree.file("tmp"), size: 1 << 20)
    defer { disk.unmount() }
    let words = ["export", "findings", "--format", "xlsx", "--output"]
    #expect(try shop.audit(words + [tree.file("roomy.xlsx")]).status == 0)
    let (target, former) = (tree.file("list.xlsx"), Data("of yesterday".utf8))
    try former.write(to: URL(fileURLWithPath: target))
    try narrow(disk, remedy: "set TMPDIR") {
      try shop.audit(words + [target], environment: ["TMPDIR": disk.directory])
    } check: { () throws in
      #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == former)
      #expect(try tree.names() == ["list.xlsx", "roomy.xlsx", "tmp"])
    }
    #expect(try FileTree.workbook(target) == FileTree.workbook(tree.file("roomy.xlsx")))
    #expect(try disk.names() == [])
  }

  @Test("TMPDIR, under a spreadsheet for standard output: nothing comes out")
  func standardOutput() throws {
    let disk = try SmallDisk(at: tree.file("tmp"), size: 1 << 20)
    defer { disk.unmount() }
    try narrow(disk, remedy: "set TMPDIR") {
      // What comes out is no text: into a file with it.
      try Tool.shell(
        "exec \"$0\" \"$@\" > '\(tree.file("list.xlsx"))'",
        Tool.audit, shop.arguments(["export", "findings", "--format", "xlsx"]),
        environment: ["TMPDIR": disk.directory])
    } check: { () throws in
      #expect(try Data(contentsOf: URL(fileURLWithPath: tree.file("list.xlsx"))).isEmpty)
    }
    #expect(
      try shop.audit(
        ["export", "findings", "--format", "xlsx", "--output", tree.file("roomy.xlsx")]).status == 0
    )
    #expect(
      try FileTree.workbook(tree.file("list.xlsx")) == FileTree.workbook(tree.file("roomy.xlsx")))
    #expect(try disk.names() == [])
  }

  @Test("TMPDIR, under a report: that of yesterday stays as it was")
  func temporaryDirectoryOfReport() throws {
    let disk = try SmallDisk(at: tree.file("tmp"), size: 1 << 20)
    defer { disk.unmount() }
    let words = ["report", "--output", tree.file("latest")]
    #expect(try shop.audit(words).status == 0)
    let former = try tree.content(of: "latest")
    try narrow(disk, remedy: "set TMPDIR") {
      try shop.audit(words, environment: ["TMPDIR": disk.directory])
    } check: { () throws in
      #expect(try tree.content(of: "latest") == former)
      #expect(try tree.names() == ["latest", "tmp"])
    }
    #expect(try disk.names() == [])
  }

  @Test("that of a list: that of yesterday stays as it was", arguments: ["csv", "jsonl", "xlsx"])
  func list(format: String) throws {
    let disk = try SmallDisk(at: tree.file("disk"), size: 1 << 20)
    defer { disk.unmount() }
    let words = ["export", "findings", "--format", format, "--output"]
    let (target, roomy) = (tree.file("disk/list"), tree.file("roomy"))
    #expect(try shop.audit(words + [roomy]).status == 0)
    let former = Data("of yesterday".utf8)
    try former.write(to: URL(fileURLWithPath: target))
    try narrow(disk, remedy: "make room there or choose another place") {
      try shop.audit(words + [target])
    } check: { () throws in
      #expect(try tree.content(of: "disk") == ["": nil, "/list": former])
    }
    #expect(try disk.names() == ["list"])
    if format == "xlsx" {
      #expect(try FileTree.workbook(target) == FileTree.workbook(roomy))
    } else {
      #expect(FileManager.default.contentsEqual(atPath: target, andPath: roomy))
    }
  }

  @Test("that of a report: that of yesterday stays as it was")
  func report() throws {
    let disk = try SmallDisk(at: tree.file("disk"), size: 8 << 20)
    defer { disk.unmount() }
    let words = ["report", "--output", tree.file("disk/latest")]
    #expect(try shop.audit(words).status == 0)
    let former = try tree.content(of: "disk")
    try narrow(disk, remedy: "make room there or choose another place") {
      try shop.audit(words)
    } check: { () throws in
      #expect(try tree.content(of: "disk") == former)
    }
    #expect(try disk.names() == ["latest"])
  }

  @Test("that of a case: nothing is there of it")
  func reportOfAccount() throws {
    let disk = try SmallDisk(at: tree.file("disk"), size: 1 << 20)
    defer { disk.unmount() }
    let account = try shop.connection.query(
      "select account_id from audit.receipts where verdict = 'forged' order by 1 limit 1")
    let name = try #require(try account[0].text("account_id"))
    try narrow(disk, remedy: "make room there or choose another place") {
      try shop.audit([
        "report", "--account", name, "--output", tree.file("disk/case"), "--trust-anchor",
        Shop.trustAnchor,
      ])
    } check: { () throws in
      #expect(try disk.names() == [])
    }
    #expect(try disk.names() == ["case"])
  }

  @Test(
    "that of a run's files: the run is published, and each file is whole or that of yesterday",
    arguments: ["metrics", "summary"])
  func filesOfRun(option: String) throws {
    let disk = try SmallDisk(at: tree.file("disk"), size: 1 << 20)
    defer { disk.unmount() }
    let former = Data("of yesterday".utf8)
    try former.write(to: URL(fileURLWithPath: tree.file("disk/file")))
    try disk.resize(to: try disk.used())
    let other = option == "metrics" ? "summary" : "metrics"
    let run = try shop.audit([
      "run", "--\(option)", tree.file("disk/file"), "--\(other)", tree.file("other"),
    ])
    #expect(run.status == 1)
    #expect(run.errors.contains("No space left on device; make room there"), "\(run.errors)")
    #expect(run.output.contains("published"), "\(run.output)")
    #expect(try disk.names() == ["file"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: tree.file("disk/file"))) == former)
    #expect(try !(tree.content(of: "other")[""] as? Data ?? Data()).isEmpty)
    #expect(try shop.count("audit.runs where status = 'published'") == 2)
  }
}
