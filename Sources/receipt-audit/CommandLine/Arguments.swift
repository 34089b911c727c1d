import ReceiptVerification

/// The options and operands of one call, by the command's own table.
struct Arguments: Sendable {
  private var values: [String: [String]] = [:]
  var operands: [String] = []

  init() {}

  mutating func record(_ option: Option, _ value: String) {
    values[option.long, default: []].append(value)
  }

  func has(_ option: Option) -> Bool { values[option.long] != nil }

  /// The last value given.
  func value(_ option: Option) -> String? { values[option.long]?.last }

  func all(_ option: Option) -> [String] { values[option.long] ?? [] }

  var json: Bool { has(.json) }

  /// A whole number of at least one.
  func count(_ option: Option) throws -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), number > 0 else {
      throw UsageError("--\(option.long) takes a whole number above 0, not \"\(text)\"")
    }
    return number
  }

  /// The number of a run.
  func runID(_ option: Option) throws -> Int64? {
    guard let text = value(option) else { return nil }
    guard let number = Int64(text), number > 0 else {
      throw UsageError("--\(option.long) takes the number of a run, not \"\(text)\"")
    }
    return number
  }

  /// A number of seconds above 0.
  func seconds(_ option: Option) throws -> Double? {
    guard let text = value(option) else { return nil }
    guard let number = Double(text), number > 0, number.isFinite else {
      throw UsageError("--\(option.long) takes a number of seconds, not \"\(text)\"")
    }
    return number
  }

  /// A time in seconds, with s, m or h for seconds, minutes and hours; 0 is one.
  func duration(_ option: Option) throws -> Double? {
    guard let text = value(option) else { return nil }
    let scales: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let scale = text.last.flatMap { scales[$0] }
    guard let number = Double(scale == nil ? text[...] : text.dropLast()), number >= 0,
      number.isFinite
    else {
      throw UsageError("--\(option.long) takes a time such as 90, 30m or 2h, not \"\(text)\"")
    }
    return number * (scale ?? 1)
  }

  /// A percentage from 0 to 100, or nil for the word off; `standard` where it is not given.
  func percent(_ option: Option, standard: Double?) throws -> Double? {
    guard let text = value(option) else { return standard }
    if text == "off" { return nil }
    guard let number = Double(text), (0...100).contains(number) else {
      throw UsageError("--\(option.long) takes a percentage from 0 to 100 or off, not \"\(text)\"")
    }
    return number
  }

  /// A number of bytes, with k, M or G for the powers of 1024.
  func bytes(_ option: Option) throws -> Int? {
    guard let text = value(option) else { return nil }
    let scales: [Character: Int] = ["k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let scale = text.last.flatMap { scales[$0] }
    let digits = scale == nil ? text[...] : text.dropLast()
    guard let number = Int(digits), number > 0 else {
      throw UsageError("--\(option.long) takes a size such as 16M, not \"\(text)\"")
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: scale ?? 1)
    guard !overflow else { throw UsageError("--\(option.long) is too large: \"\(text)\"") }
    return product
  }

  func instant(_ option: Option) throws -> Instant? {
    guard let text = value(option) else { return nil }
    guard let instant = InstantText.parse(text) else {
      throw UsageError(
        "--\(option.long) takes a time such as 2026-01-31 or 2026-01-31T06:00:00Z, not \"\(text)\"")
    }
    return instant
  }

  /// One of a closed list of words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: Option, _: Choice.Type
  ) throws -> Choice? where Choice.RawValue == String {
    guard let text = value(option) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--\(option.long) takes one of \(words), not \"\(text)\"")
    }
    return choice
  }
}

/// A call that cannot be understood; the command is named where it is known.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  var command: String?

  init(_ description: String, command: String? = nil) {
    self.description = description
    self.command = command
  }
}
