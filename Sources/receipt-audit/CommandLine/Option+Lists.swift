import Reports

/// What exports and reports are asked for.
extension Option {
  static let outputFile = Option(
    "output", value: "FILE",
    help: "Write to this file, which appears when all of it is there.\nDefault: standard output.")
  static let outputFolder = Option(
    "output", value: "DIR",
    help: "Write to this directory, which appears when all of it is there; an\n"
      + "earlier report of that name is replaced.")
  static let excel = Option(
    "excel", help: "Begin CSV with a byte order mark, by which Excel knows UTF-8.")
  static let ofRun = Option(
    "run", value: "RUN",
    help: "Read this published run, not the last one. Takes the worker's role.")
  static let pseudonymise = Option(
    "pseudonymise", value: "KEYFILE",
    help: "Replace account ids by a code under the key in this file (at least\n16 bytes).")
  static let rule = Option("rule", value: "RULE", help: "Only what this rule found.")
  static let severity = Option(
    "severity", value: "SEVERITY", help: "Only findings that are info, warning or critical.")
  static let app = Option("app", value: "BUNDLE_ID", help: "Only this app.")
  static let account = Option("account", value: "ACCOUNT", help: "Only this account.")

  static func since(_ meaning: String) -> Option {
    Option("since", value: "TIME", help: "Only what was \(meaning),\nsuch as 2026-01-31.")
  }

  /// The criteria that a list can be chosen by.
  static func criteria(of list: Export) -> [Option] {
    let options: [(Export.Criterion, Option)] = [
      (.since, since(list.sinceMeaning)), (.rule, rule), (.severity, severity), (.app, app),
      (.account, account),
    ]
    return options.filter { list.criteria.contains($0.0) }.map(\.1)
  }
}
