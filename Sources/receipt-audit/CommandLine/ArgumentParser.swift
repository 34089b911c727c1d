/// Turns the words of a call into a command and its arguments, by the table of commands.
///
/// Options are written as `--name VALUE`, `--name=VALUE`, `-d VALUE` or `-dVALUE`, before or after
/// the command; `--` ends them.
struct ArgumentParser {
  enum Call {
    case run(Command, Arguments)
    /// The help of one command, of a group of them (`schema`), or of all (an empty list of words).
    case help([String])
    case version(json: Bool)
  }

  let commands: [Command]

  func parse(_ words: [String]) throws -> Call {
    var words = words[...]
    let (command, leading) = try takeCommand(&words)
    guard let command else { return leading }
    var arguments = Arguments()
    while let word = words.popFirst() {
      if word == "--" {
        arguments.operands += words
        break
      } else if word == "-" || !word.hasPrefix("-") {
        arguments.operands.append(word)
      } else {
        try takeOption(word, of: command, from: &words, into: &arguments)
      }
    }
    if arguments.has(.help) { return .help(command.words) }
    try check(arguments.operands, of: command)
    return .run(command, arguments)
  }

  /// Finds the command's words, leaving everything else in place; without a command the call is
  /// a question for help or the version.
  private func takeCommand(_ words: inout ArraySlice<String>) throws -> (Command?, Call) {
    var before: [String] = []
    var found: [String] = []
    var rest = words
    var candidates = commands
    while let word = rest.first {
      if word == "--" { break }
      if word.hasPrefix("-"), word.count > 1 {
        before.append(rest.removeFirst())
        if let option = knownOption(word, in: candidates), option.value != nil,
          isComplete(word, option) == false, let value = rest.popFirst()
        {
          before.append(value)
        }
        continue
      }
      let narrowed = candidates.filter {
        $0.words.count > found.count && $0.words[found.count] == word
      }
      if narrowed.isEmpty {
        throw unknownCommand(found + [word], among: candidates, depth: found.count)
      }
      candidates = narrowed
      found.append(rest.removeFirst())
      if candidates.count == 1, candidates[0].words.count == found.count { break }
    }
    if let command = candidates.first, command.words == found {
      words = (before + rest)[...]
      return (command, .help([]))
    }
    if before.contains("--version") && found.isEmpty {
      return (nil, .version(json: before.contains("--json")))
    }
    if before.contains("--help") { return (nil, .help(found)) }
    for word in before where knownOption(word, in: commands) == nil && word.hasPrefix("-") {
      throw UsageError(unknownOption(word, among: commands.flatMap(\.options) + [.version]))
    }
    let names = candidates.map(\.name).joined(separator: ", ")
    throw UsageError(
      found.isEmpty
        ? "no command given; see receipt-audit --help"
        : "\"\(found.joined(separator: " "))\" needs one more word: \(names)")
  }

  private func takeOption(
    _ word: String, of command: Command, from words: inout ArraySlice<String>,
    into arguments: inout Arguments
  ) throws {
    guard let option = knownOption(word, in: [command]) else {
      throw UsageError(unknownOption(word, among: command.options), command: command.name)
    }
    let written = word.hasPrefix("--") ? "--\(option.long)" : "-\(option.short ?? " ")"
    let attached: String? =
      word.hasPrefix("--")
      ? word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
      : (word.count > 2 ? String(word.dropFirst(2)) : nil)
    guard option.value != nil else {
      guard attached == nil else {
        throw UsageError("option \(written) takes no value", command: command.name)
      }
      arguments.record(option, "")
      return
    }
    guard let value = attached ?? words.popFirst() else {
      throw UsageError(
        "option \(written) needs a value: \(option.value ?? "")", command: command.name)
    }
    arguments.record(option, value)
  }

  private func check(_ operands: [String], of command: Command) throws {
    switch command.operands {
    case .none:
      guard let first = operands.first else { return }
      throw UsageError("unexpected argument \"\(first)\"", command: command.name)
    case .one(let name):
      if operands.isEmpty { throw UsageError("\(name) is missing", command: command.name) }
      if operands.count > 1 {
        throw UsageError("unexpected argument \"\(operands[1])\"", command: command.name)
      }
    case .many(let name):
      if operands.isEmpty { throw UsageError("\(name) is missing", command: command.name) }
    case .any: return
    }
  }

  private func knownOption(_ word: String, in commands: [Command]) -> Option? {
    let options = commands.flatMap(\.options)
    if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      return options.first { $0.long == name }
    }
    return options.first { $0.short != nil && $0.short == word.dropFirst().first }
  }

  /// Whether the word brings its value along.
  private func isComplete(_ word: String, _ option: Option) -> Bool {
    word.hasPrefix("--") ? word.contains("=") : word.count > 2
  }

  /// A value after `=` is not repeated: it may be what nobody should read in a log.
  private func unknownOption(_ word: String, among options: [Option]) -> String {
    guard word.hasPrefix("--") else { return "unknown option \(word.prefix(2))" }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    let nearest = EditDistance.nearest(to: name, among: options.map(\.long))
    return "unknown option --\(name)" + (nearest.map { "; did you mean --\($0)?" } ?? "")
  }

  private func unknownCommand(
    _ words: [String], among candidates: [Command], depth: Int
  ) -> UsageError {
    let names = candidates.compactMap { $0.words.count > depth ? $0.words[depth] : nil }
    let nearest = EditDistance.nearest(to: words[depth], among: names)
    let prefix = words.dropLast().map { $0 + " " }.joined()
    return UsageError(
      "unknown command \"\(words.joined(separator: " "))\""
        + (nearest.map { "; did you mean \"\(prefix)\($0)\"?" } ?? ""))
  }
}
