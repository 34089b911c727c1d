import Audit

/// Every command, in the order in which the help shows them.
enum CommandTable {
  static let commands: [Command] =
    [
      schemaUp, schemaStatus, schemaPrint, check, run, worker, runs, status, publish, discard,
      inspect,
    ]
    + [report] + exports + [explain, dispose, quarantineList, quarantineRetry, rules]

  static func help(_ words: [String]) -> String {
    if words.isEmpty { return HelpText.all(commands) }
    if let command = commands.first(where: { $0.words == words }) { return HelpText.one(command) }
    return HelpText.group(words, commands)
  }
}
