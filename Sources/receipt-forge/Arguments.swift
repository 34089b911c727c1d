/// A command line that cannot be obeyed.
struct UsageError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}

/// Options with a value each: `--name VALUE` or `--name=VALUE`.
struct Arguments {
  private var values: [String: String] = [:]

  /// - Throws: `UsageError` for an option that is not among `known`, or has no value.
  init(_ words: [String], known: Set<String>) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard known.contains(name) else { throw UsageError("unknown argument: \(word)") }
      if parts.count == 2 {
        values[name] = String(parts[1])
      } else if let value = rest.popFirst() {
        values[name] = value
      } else {
        throw UsageError("\(name) needs a value")
      }
    }
  }

  func text(_ name: String) -> String? { values[name] }

  func required(_ name: String) throws -> String {
    guard let value = values[name] else { throw UsageError("\(name) is missing") }
    return value
  }

  func number<Number: FixedWidthInteger>(_ name: String, default: Number) throws -> Number {
    guard let text = values[name] else { return `default` }
    guard let number = Number(text), number >= 0 else {
      throw UsageError("\(name) needs a number that is not negative: \(text)")
    }
    return number
  }
}
