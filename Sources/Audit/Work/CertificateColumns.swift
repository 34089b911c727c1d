import Foundation
import PostgreSQL
import ReceiptVerification

/// One row of `audit_data.certificates`.
enum CertificateColumns {
  static let table = TableName(schema: "audit_data", name: "certificates")

  static let names = ["run_id", "sha256", "role", "der"]

  /// The values in the order of `names`.
  static func write(
    _ certificate: CarriedCertificate, _ run: RunRecord, _ row: inout CopyRowWriter
  ) {
    row.int8(run.runID)
    row.text(certificate.sha256.hexText)
    row.text(certificate.role.rawValue)
    row.bytea(certificate.der)
  }
}

/// The certificates that were in the table when the run looked at it first.
///
/// What lanes add meanwhile is not: it may be rolled back, and a certificate that is added twice does
/// no harm.
final class KnownCertificates: @unchecked Sendable {
  // Sendable: `known` is only touched under `lock`.
  private let lock = NSLock()
  private var known: Set<String>?

  /// The certificates that receipts carried and the table lacks, each once, in a fixed order.
  func missing(
    among judged: [JudgedReceipt], _ connection: Connection
  ) throws -> [CarriedCertificate] {
    // Nearly all receipts carry the same few: their digests are compared, and nothing more of them.
    var carried: [Identity: CarriedCertificate] = [:]
    for receipt in judged {
      for certificate in receipt.verification.carriedCertificates {
        let identity = Identity(sha256: certificate.sha256, role: certificate.role)
        if carried[identity] == nil { carried[identity] = certificate }
      }
    }
    guard !carried.isEmpty else { return [] }
    let known = try load(connection)
    return carried.values.filter { !known.contains($0.sha256.hexText) }
      .sorted { $0.sha256.lexicographicallyPrecedes($1.sha256) }
  }

  private struct Identity: Hashable {
    var sha256: [UInt8]
    var role: CarriedCertificate.Role
  }

  private func load(_ connection: Connection) throws -> Set<String> {
    try lock.withLock {
      if let known { return known }
      let rows = try connection.query(JobStatement.knownCertificates.text)
      var loaded: Set<String> = []
      for index in 0..<rows.count {
        if let sha256 = try rows[index].text("sha256") { loaded.insert(sha256) }
      }
      known = loaded
      return loaded
    }
  }
}

extension Verification {
  /// The certificates of the document, and of those inside it.
  fileprivate var carriedCertificates: [CarriedCertificate] {
    switch document {
    case .notification(let notification):
      certificates + notification.nested.flatMap(\.verification.carriedCertificates)
    case .verifyReceiptAnswer(let answer):
      answer.nested.flatMap(\.verification.carriedCertificates)
    default: certificates
    }
  }
}
