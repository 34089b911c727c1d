public import ReceiptVerification

/// What an auditor must say about a forged receipt.
public struct Truth: Sendable, Equatable {
  /// What was done, in one kebab-case word: a kind's name, or a population's label.
  public var label: String
  public var reason: Reason
  /// The rules that must have a finding about it: by itself, or together with others.
  public var expectedFindings: [String]

  public var verdict: Verdict { reason.verdict }

  public init(label: String, reason: Reason, expectedFindings: [String] = []) {
    self.label = label
    self.reason = reason
    self.expectedFindings = expectedFindings
  }
}
