import Foundation
import Testing

@testable import Reports

@Suite("Directories and files that appear whole")
struct ReportFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ path: String, _ text: String) throws {
    let report = try ReportFolder(path)
    try report.makeDirectory("receipts/1")
    try report.add("receipts/1/a.txt") { try $0(text) }
    try report.addMade("b.bin") { name in
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: name))
    }
    try report.finish()
  }

  @Test("The manifest is what sha256sum checks, and covers every file")
  func manifest() throws {
    try make(folder.file("out"), "hello")
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    check.arguments = ["--check", "--strict", "--quiet", "MANIFEST.sha256"]
    check.currentDirectoryURL = URL(fileURLWithPath: folder.file("out"))
    try check.run()
    check.waitUntilExit()
    #expect(check.terminationStatus == 0)
    let lines = try folder.text("out/MANIFEST.sha256").split(separator: "\n")
    #expect(
      lines.map { String($0.suffix(from: $0.index($0.startIndex, offsetBy: 66))) }
        == ["b.bin", "receipts/1/a.txt"])
  }

  @Test("A new report takes the place of an old one, and nothing is left beside it")
  func replaced() throws {
    try make(folder.file("out"), "old")
    try make(folder.file("out"), "new")
    #expect(try folder.text("out/receipts/1/a.txt") == "new")
    #expect(try folder.names() == ["out"])
  }

  @Test("A directory that holds something else is refused and left alone")
  func foreign() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("home"), withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: folder.file("home/letter")))
    #expect(throws: ReportError.self) { try ReportFolder(folder.file("home")) }
    #expect(throws: ReportError.self) { try ReportFolder(folder.file("home/letter")) }
    #expect(try folder.names() == ["home"])
  }

  @Test("A report that is given up leaves nothing")
  func abandoned() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      let report = try ReportFolder(folder.file("out"))
      try report.add("a.txt") { _ in throw Enough() }
    }
    #expect(try folder.names() == [])
  }

  @Test("A file that fails half way leaves what was there before")
  func halfFile() throws {
    struct Enough: Error {}
    try WholeFile.write(to: folder.file("a.csv")) { try $0("old") }
    #expect(throws: Enough.self) {
      try WholeFile.write(to: folder.file("a.csv")) {
        try $0("new")
        throw Enough()
      }
    }
    #expect(try folder.text("a.csv") == "old")
    #expect(try folder.names() == ["a.csv"])
  }

  @Test("A place that cannot be written to is named with the system's words")
  func unwritable() {
    #expect { try WholeFile.write(to: "/nowhere/a.csv") { try $0("x") } } throws: {
      "\($0)".contains("/nowhere/a.csv") && "\($0)".contains("No such file")
    }
  }
}
