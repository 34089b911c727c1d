import Audit

/// The help texts, all made from the table of commands.
enum HelpText {
  static func all(_ commands: [Command]) -> String {
    """
    receipt-audit audits the App Store receipts that a PostgreSQL database stores.

    Usage: receipt-audit COMMAND [OPTION]...

    Commands:
    \(columns(commands.map { ($0.name, $0.summary) }))

    Connection options, as every libpq tool has them; the PG* variables, service file and
    password file count too:
    \(columns(Option.connection.map { (usage($0), $0.help) }))

    Other options:
    \(columns((Option.everywhere + [.version]).map { (usage($0), $0.help) }))

    Exit status:
    \(columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))

    Example:
      receipt-audit run -d shop

    receipt-audit COMMAND --help tells more about a command.

    """
  }

  /// A group of commands that share their first words, such as `schema`.
  static func group(_ words: [String], _ commands: [Command]) -> String {
    let members = commands.filter { $0.words.starts(with: words) }
    return """
      Usage: receipt-audit \(words.joined(separator: " ")) COMMAND [OPTION]...

      Commands:
      \(columns(members.map { ($0.name, $0.summary) }))

      Example:
        \(members.first?.examples.first ?? "")

      """
  }

  static func one(_ command: Command) -> String {
    let operands =
      switch command.operands {
      case .none: ""
      case .one(let name): " \(name)"
      case .many(let name): " \(name)..."
      case .any(let name): " [\(name)]..."
      }
    let details = command.details.isEmpty ? "" : "\n\(command.details)\n"
    let title = command.examples.count == 1 ? "Example:" : "Examples:"
    return """
      Usage: receipt-audit \(command.name)\(operands) [OPTION]...

      \(command.summary)
      \(details)
      Options:
      \(columns(command.options.map { (usage($0), $0.help) }))

      \(title)
      \(command.examples.map { "  \($0)" }.joined(separator: "\n"))

      """
  }

  private static func usage(_ option: Option) -> String {
    (option.short.map { "-\($0), " } ?? "") + "--\(option.long)"
      + (option.value.map { " \($0)" } ?? "")
  }

  /// Two columns; a name too long for its column has its text on the next line.
  private static func columns(_ rows: [(String, String)]) -> String {
    let width = min(rows.map(\.0.count).max() ?? 0, 26)
    let margin = String(repeating: " ", count: width + 4)
    return rows.map { name, text in
      let body = text.split(separator: "\n").joined(separator: "\n" + margin)
      return name.count <= width
        ? "  " + name + String(repeating: " ", count: width - name.count + 2) + body
        : "  " + name + "\n" + margin + body
    }.joined(separator: "\n")
  }
}
