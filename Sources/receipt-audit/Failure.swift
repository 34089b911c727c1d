import Audit
import PostgreSQL
import Reports

/// What an error says to a person, and what the process ends with: the only place that decides it.
enum Failure {
  static func status(_ error: any Error) -> ExitStatus {
    switch error {
    case is UsageError, is SchemaError: .configuration
    case let error as CommandFailure: error.status
    case let error as ReportError: status(error)
    default: AuditError(wrapping: error).status
    }
  }

  private static func status(_ error: ReportError) -> ExitStatus {
    switch error {
    case .noRun, .noReceipt, .noAccount: .configuration
    case .file: .failed
    }
  }

  static func text(_ error: any Error) -> String {
    switch error {
    case let error as UsageError:
      error.description
        + (error.command.map { "; see receipt-audit \($0) --help" } ?? "")
    case let error as CommandFailure: error.description
    case let error as SchemaError: error.description
    default: AuditError(wrapping: error).description
    }
  }
}

/// A failure that the command line itself found, with the status that it ends with.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  let status: ExitStatus

  init(_ description: String, status: ExitStatus = .failed) {
    self.description = description
    self.status = status
  }
}
