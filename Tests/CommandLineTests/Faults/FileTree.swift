import Foundation

/// A directory for what programs write, and how it looks. Gone with the last reference to it.
final class FileTree {
  let path: String

  /// - Parameter path: where it is; a new one in the temporary directory where nil.
  init(_ path: String? = nil) throws {
    self.path = path ?? FileManager.default.temporaryDirectory.path + "/tree-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: self.path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// What a file or directory holds: every file below it with its content, and every directory.
  func content(of name: String? = nil) throws -> [String: Data?] {
    let top = name.map(file) ?? path
    var content: [String: Data?] = [:]
    var names = [""]
    while let next = names.popLast() {
      let full = top + next
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory) else {
        continue
      }
      if isDirectory.boolValue {
        content.updateValue(nil, forKey: next)
        names += try FileManager.default.contentsOfDirectory(atPath: full).map { "\(next)/\($0)" }
      } else {
        content[next] = try Data(contentsOf: URL(fileURLWithPath: full))
      }
    }
    return content
  }

  /// Every part of a workbook, checked and in words, but for the one that tells when it was made.
  static func workbook(_ path: String) throws -> String {
    let script = """
      import sys, zipfile, hashlib
      with zipfile.ZipFile(sys.argv[1]) as book:
        for name in sorted(book.namelist()):
          if name != "docProps/core.xml":
            print(name, hashlib.sha256(book.read(name)).hexdigest())
      """
    let read = try Tool(URL(fileURLWithPath: "/usr/bin/python3")).run(["-c", script, path])
    guard read.status == 0, !read.output.isEmpty else { throw Shop.Failed(read.errors) }
    return read.output
  }
}
