/// What a run's row says about who made it.
public enum ToolVersion {
  /// The version of the program.
  public static let tool = "0.1.0"
  /// The version of the rules under which a receipt is judged, and of those among them that are not
  /// as they were at first: receipts are verified again when it changes.
  public static let ruleSet =
    (["2"]
    + ReceiptRule.allCases.filter { $0.version > 1 }
    .map { "\($0.rawValue) \($0.version)" }).joined(separator: ", ")
}
