import Audit
import Foundation
import Glibc
import PostgreSQL

/// The command line: it parses, calls, and shows; it decides nothing about receipts.
@main
enum ReceiptAudit {
  static func main() {
    let words = ProcessWords.all()
    CommandLineVeil.draw()
    Signals.prepare()
    if words == [SupervisedWorker.command] { exit(work().rawValue) }
    exit(run(words).rawValue)
  }

  /// This process was started by another one of this program.
  private static func work() -> ExitStatus {
    let stop = StopFlag()
    Signals.onFirst { stop.raise(.terminated) }
    return SupervisedWorker.run(stop: stop) { Diagnostics.line($0) }
  }

  private static func run(_ words: [String]) -> ExitStatus {
    do {
      switch try ArgumentParser(commands: CommandTable.commands).parse(words) {
      case .run(let command, let arguments):
        return try named(command) { try command.run(arguments) }
      case .help(let words):
        try StandardOutput.write(CommandTable.help(words))
      case .version(let json):
        try StandardOutput.write(Version.text(json: json))
      }
      return .finished
    } catch is StandardOutput.ClosedByReader {
      return .finished
    } catch {
      Diagnostics.line(Failure.text(error))
      return Failure.status(error)
    }
  }

  /// Usage errors found while a command runs name the command, as the parser's own do.
  private static func named(_ command: Command, _ body: () throws -> ExitStatus) throws
    -> ExitStatus
  {
    do { return try body() } catch var error as UsageError {
      error.command = error.command ?? command.name
      throw error
    }
  }
}
