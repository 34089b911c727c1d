/// One numbered step of the schema: a file of `sql/migrations`.
public struct Migration: Sendable, Equatable {
  /// 1, 2, 3, ... without gaps.
  public let version: Int
  /// What it is about, from the file's name.
  public let name: String
  public let text: String

  /// Every migration that this program knows, in order.
  public static let all: [Migration] = SQLFile.all(in: "migrations").compactMap(Migration.init)

  /// A file named `migrations/NNNN_name`; nil for another name.
  init?(_ file: SQLFile) {
    let fileName = file.path.split(separator: "/").last ?? ""
    let parts = fileName.split(separator: "_", maxSplits: 1)
    guard parts.count == 2, let version = Int(parts[0]) else { return nil }
    self.version = version
    self.name = String(parts[1])
    self.text = file.text
  }
}
