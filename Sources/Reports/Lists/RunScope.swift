public import PostgreSQL

/// The published run whose tables are read.
///
/// Queries name the tables without their schema. For the last published run these are the views of
/// schema `audit`, which every reader may read. For an older one they are temporary views over the
/// versions in `audit_data`, which takes the rights of the worker's role.
public struct RunScope: Sendable, Equatable {
  public let runID: Int64
  /// The published run before it; nil for the first one.
  public let previous: Int64?

  /// Looks the run up, and makes what reading it takes on this connection.
  ///
  /// - Parameter runID: nil for the last published run.
  /// - Throws: `ReportError.noRun` where nothing is published, or not this run.
  public static func open(_ runID: Int64?, on connection: Connection) throws -> RunScope {
    let rows = try connection.query(SQLFile.query("report/scope"), [runID.map(Value.int8) ?? .null])
    guard rows.count == 1, let found = try rows[0].int("run_id") else {
      throw ReportError.noRun(runID)
    }
    if try rows[0].bool("is_last") != true {
      let views = SQLFile.query("report/older_run").replacing("{run_id}", with: String(found))
      try connection.execute(views)
    }
    return RunScope(runID: found, previous: try rows[0].int("previous"))
  }

  /// A list about this run, and the one before it.
  func listing(_ file: String) -> Listing {
    let previous = previous.map(String.init) ?? "null"
    return Listing(
      SQLFile.query(file).replacing("{run_id}", with: String(runID))
        .replacing("{previous}", with: "\(previous)::bigint"))
  }
}

/// Why a report cannot be made.
public enum ReportError: Error, Sendable, CustomStringConvertible {
  /// The run, or any run where nil, is not published.
  case noRun(Int64?)
  case noReceipt(String)
  case noAccount(String)
  /// A file or directory, with the system's words and a remedy.
  case file(String)

  public var description: String {
    switch self {
    case .noRun(nil): "no run is published yet; start `receipt-audit run`"
    case .noRun(let runID?):
      "run \(runID) is not published; `receipt-audit runs` lists those that are"
    case .noReceipt(let receiptID):
      "receipt \(receiptID) is not in the published run; `receipt-audit export` lists receipts"
    case .noAccount(let accountID): "account \(accountID) has no receipt in the published run"
    case .file(let message): message
    }
  }
}
