import Foundation

/// The project's files, as the tests of its shape read them.
enum Project {
  /// A line of Swift that imports a module.
  struct Import: CustomStringConvertible {
    var file: String
    /// The target that the file belongs to.
    var room: String
    var module: String
    /// The whole line.
    var line: String

    var description: String { "\(file): \(line)" }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Paths relative to the root of the Swift files below a directory, sorted.
  static func swiftFiles(below directory: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.path + "/" + directory)
      .filter { $0.hasSuffix(".swift") }.map { "\(directory)/\($0)" }.sorted()
  }

  /// Names of the directories in a directory, sorted.
  static func directories(in directory: String) throws -> [String] {
    let path = root.path + "/" + directory
    return try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
        && isDirectory.boolValue
    }.sorted()
  }

  static func lines(_ file: String) throws -> [String] {
    try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Every import in the sources, whatever its access level and attributes, and also one of a
  /// single declaration (`import struct Foundation.Date`).
  static func imports() throws -> [Import] {
    let kinds = "(?:(?:struct|class|enum|protocol|typealias|func|let|var) )?"
    let pattern = try Regex(#"^\s*(?:@\w+(?:\(\w+\))? )*(?:\w+ )?import "# + kinds + #"(\w+)"#)
    return try swiftFiles(below: "Sources").flatMap { file in
      try lines(file).compactMap { line in
        guard let match = try pattern.firstMatch(in: line), let module = match[1].substring
        else { return nil }
        let room = file.split(separator: "/")[1]
        return Import(file: file, room: String(room), module: String(module), line: line)
      }
    }
  }

  /// Names at the top level of what git tracks, or of the directory where there is no git.
  static func topLevel() throws -> Set<String> {
    let git = Process()
    let output = Pipe()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "-c", "safe.directory=*", "-C", root.path, "ls-files", "-z"]
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    try git.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else {
      return Set(try FileManager.default.contentsOfDirectory(atPath: root.path))
    }
    let paths = String(decoding: data, as: UTF8.self).split(separator: "\0")
    return Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) })
  }
}
