/// What is known about a document that was found inside another one, judged on its own.
public struct NestedVerification: Sendable, Equatable {
  /// The name of the field that holds it, such as `signedTransactionInfo` or `latest_receipt`.
  public var field: String
  public var verification: Verification

  public init(field: String, verification: Verification) {
    self.field = field
    self.verification = verification
  }
}
