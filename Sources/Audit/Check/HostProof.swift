import ReceiptVerification

/// Whether this host can verify receipts at all.
///
/// Some systems refuse SHA-1 by policy: every receipt of that era would look forged on them. That is
/// the host's failure and no fraud, so nothing is begun.
enum HostProof {
  /// Throws where a receipt era cannot be verified here.
  static func require() throws(AuditError) {
    for result in SelfTest.run() {
      guard let failure = result.failure else { continue }
      throw AuditError(
        .held, "this host cannot verify \(result.era.rawValue) receipts: \(failure)",
        remedy: "nothing was written; look at the system's cryptographic policy")
    }
  }

  /// One check for each era.
  static func checks() -> [SetupCheck] {
    SelfTest.run().map { result in
      let name = "era-\(result.era.rawValue)"
      guard let failure = result.failure else {
        return SetupCheck(name, .ok, "receipts signed with \(result.era.rawValue) verify")
      }
      return SetupCheck(
        name, .failed, failure, remedy: "look at the system's cryptographic policy")
    }
  }
}
