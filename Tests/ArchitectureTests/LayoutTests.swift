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
}
