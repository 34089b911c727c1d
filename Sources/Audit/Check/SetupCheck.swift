/// One thing that a run needs, and whether it is there.
public struct SetupCheck: Sendable, Equatable {
  public enum Outcome: String, Sendable {
    case ok, failed
    /// Worth knowing, and no obstacle.
    case notice
    /// Not looked at, because what it needs failed.
    case skipped
  }

  /// In kebab case, such as `source-view`.
  public var name: String
  public var outcome: Outcome
  /// What was seen.
  public var detail: String
  /// What to do, where something is to be done.
  public var remedy: String?

  init(_ name: String, _ outcome: Outcome, _ detail: String, remedy: String? = nil) {
    self.name = name
    self.outcome = outcome
    self.detail = detail
    self.remedy = remedy
  }

  /// Runs `body`, whose text is what was seen; an error is the check's failure.
  static func of(_ name: String, _ body: () throws -> String) -> SetupCheck {
    do {
      return SetupCheck(name, .ok, try body())
    } catch {
      let error = AuditError(wrapping: error)
      return SetupCheck(name, .failed, error.message, remedy: error.remedy)
    }
  }
}
