import Foundation
import TestSupport
import Testing

@Suite("Places that cannot be written to")
struct UnwritableTests {
  private let shop: Shop
  private let tree: FileTree

  init() throws {
    shop = try Shop(isAudited: true)
    tree = try FileTree()
  }

  @Test(
    "standard output on a full device ends with 1 and one message",
    arguments: [
      ["export", "findings", "--format", "csv"], ["export", "findings", "--format", "jsonl"],
      ["export", "findings", "--format", "xlsx"], ["export", "accounts", "--json"], ["run"],
      ["runs"], ["check"], ["explain", "1"], ["--help"],
    ])
  func fullDevice(words: [String]) throws {
    let arguments = words == ["--help"] ? words : shop.arguments(words)
    let outcome = try Tool.shell("exec \"$0\" \"$@\" > /dev/full", Tool.audit, arguments)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.errors == "receipt-audit: cannot write the output: No space left on device\n")
  }

  @Test("a TMPDIR that is not there, or is a file, is named, and so is the remedy")
  func noTemporaryDirectory() throws {
    try Data().write(to: URL(fileURLWithPath: tree.file("file")))
    let commands = [
      ["export", "findings", "--format", "xlsx", "--output", tree.file("list.xlsx")],
      ["report", "--output", tree.file("latest")],
    ]
    for words in commands {
      for name in ["missing", "file"] {
        let outcome = try shop.audit(words, environment: ["TMPDIR": tree.file(name)])
        #expect(outcome.status == 1)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("\(tree.file(name)): "), "\(outcome.errors)")
        #expect(outcome.errors.contains("set TMPDIR"), "\(outcome.errors)")
        #expect(try tree.names() == ["file"])
      }
    }
  }

  @Test(
    "a file larger than the limit on files ends with 1, and nothing is left of it",
    arguments: ["csv", "jsonl", "xlsx"])
  func limit(format: String) throws {
    let words = ["export", "findings", "--format", format]
    let file = try Tool.shell(
      "ulimit -f 2; exec \"$0\" \"$@\"", Tool.audit,
      shop.arguments(words + ["--output", tree.file("list")]))
    #expect(try tree.names() == [])
    let output = try Tool.shell(
      "ulimit -f 2; exec \"$0\" \"$@\" > '\(tree.file("list"))'", Tool.audit,
      shop.arguments(words), environment: ["TMPDIR": tree.path])
    #expect(try tree.names() == ["list"])
    for outcome in [file, output] {
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.errors.contains("File too large"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
  }

  @Test("a link to a descriptor, as /dev/stdout is one, is not replaced by a file")
  func linkToDescriptor() throws {
    let link = tree.file("stdout")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/proc/self/fd/1")
    let outcome = try Tool.shell(
      "exec \"$0\" \"$@\" > '\(tree.file("list"))'", Tool.audit,
      shop.arguments(["export", "findings", "--output", link]))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\(link) exists and is no regular file"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/proc/self/fd/1")
    #expect(try tree.names() == ["list", "stdout"])
  }

  @Test("a device or a directory is not replaced by a file")
  func noRegularFile() throws {
    for place in ["/dev/null", tree.path] {
      for format in ["csv", "jsonl", "xlsx"] {
        let outcome = try shop.audit([
          "export", "findings", "--format", format, "--output", place,
        ])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(place) exists and is no regular file"))
      }
    }
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(try tree.names() == [])
  }
}
