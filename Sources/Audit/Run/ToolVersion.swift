/// What a run's row says about who made it.
public enum ToolVersion {
  /// The version of the program.
  public static let tool = "0.1.0"
  /// The version of the rules: receipts are verified again when it changes.
  public static let ruleSet = "2"
}
