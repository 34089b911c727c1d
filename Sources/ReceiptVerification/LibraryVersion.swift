import OpenSSL

extension ReceiptVerifier {
  /// The cryptographic library that is in use now, in its own words.
  public static var libraryVersion: String { OpenSSL.runtimeVersion }
}
