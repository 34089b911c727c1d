import Audit

/// One command: everything that parsing it, explaining it and running it needs.
struct Command: Sendable {
  /// What may follow the options.
  enum Operands: Sendable {
    case none
    case one(String)
    case many(String)
    /// Any number, also none.
    case any(String)
  }

  /// The words that name it, such as `schema up`.
  let name: String
  let summary: String
  /// What somebody should know before using it, in whole lines of at most 80 columns.
  let details: String
  let operands: Operands
  let options: [Option]
  let examples: [String]
  let run: @Sendable (Arguments) throws -> ExitStatus

  init(
    _ name: String, summary: String, details: String = "", operands: Operands = .none,
    database: Bool = true, options: [Option] = [], examples: [String],
    run: @escaping @Sendable (Arguments) throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.operands = operands
    self.options = options + (database ? Option.connection : []) + Option.everywhere
    self.examples = examples
    self.run = run
  }

  var words: [String] { name.split(separator: " ").map(String.init) }
}
