import Audit
import OpenSSL

/// What every certificate and receipt needs of the host, before the first of them is read.
enum HostDigests {
  static func require() throws(AuditError) {
    let withheld = MessageDigest.withheld
    guard !withheld.isEmpty else { return }
    throw AuditError(
      .held,
      "this host cannot verify receipts: OpenSSL's configuration withholds "
        + withheld.joined(separator: " and "),
      remedy: "nothing was written; look at the system's cryptographic policy and openssl.cnf")
  }
}
