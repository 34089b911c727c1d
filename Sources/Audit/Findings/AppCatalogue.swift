/// The apps that are ours, out of `audit.apps`, as they are at the start of the run.
struct AppCatalogue: Sendable {
  /// Whether sandbox receipts are fine, by bundle id. Empty: every bundle id is ours.
  var sandboxAllowed: [BundleID: Bool] = [:]

  /// A bundle id that is equal to another only octet by octet.
  ///
  /// Swift's String compares by canonical equivalence, which would let two different ids pass as one.
  struct BundleID: Hashable, Sendable {
    let octets: [UInt8]
    init(_ text: String) { octets = Array(text.utf8) }
  }

  /// Neither the expected app nor one of ours; what nothing is known about is not foreign.
  func isForeign(_ bundleID: String, expected: String?) -> Bool {
    let id = BundleID(bundleID)
    if let expected, BundleID(expected) == id { return false }
    if !sandboxAllowed.isEmpty { return sandboxAllowed[id] == nil }
    return expected != nil
  }

  /// What names no app, as renewal info does, may be of any app that allows it.
  func allowsSandbox(_ bundleID: String?) -> Bool {
    guard let bundleID else { return sandboxAllowed.values.contains(true) }
    return sandboxAllowed[BundleID(bundleID)] ?? false
  }
}
