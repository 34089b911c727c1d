import Testing

@Suite("Layout")
struct LayoutTests {
  @Test("The top level holds the manifest, the four directories, the read-me and dot files")
  func topLevelIsShort() throws {
    let expected: Set = ["Package.swift", "Sources", "Tests", "sql", "jobs", "README.md"]
    let others = try Project.topLevel().filter { !$0.hasPrefix(".") }.subtracting(expected)
    #expect(others.isEmpty)
  }

  @Test("A source file is at most 400 lines long")
  func filesAreShort() throws {
    for file in try Project.swiftFiles(below: "Sources") {
      let count = try Project.lines(file).count
      #expect(count <= 400, "\(file) has \(count) lines")
    }
  }

  @Test("A statement of SQL in a source file is one line; longer ones live in sql/")
  func statementsAreShort() throws {
    let words =
      #"(?:select|insert into|update \S+ set|delete from|merge into|with \S+ as|"#
      + #"create (?:or|table|view|index|schema|function|database)|alter \w+|copy \S+) "#
    let atStart = try Regex("^\\s*" + words).ignoresCase()
    let inLiteral = try Regex("\"\\s*" + words).ignoresCase()
    for file in try Project.swiftFiles(below: "Sources") {
      let lines = try Project.lines(file)
      for (line, next) in zip(lines, lines.dropFirst()) {
        let opensLiteral = line.hasSuffix("\"\"\"")
        let isContinued = next.drop { $0 == " " }.hasPrefix("+ \"")
        let isLong =
          try opensLiteral && atStart.firstMatch(in: next) != nil
          || isContinued && inLiteral.firstMatch(in: line) != nil
        #expect(!isLong, "\(file): \(line) \(next)")
      }
    }
  }
}
