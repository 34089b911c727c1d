import Foundation
import PostgreSQL
import ReceiptVerification

/// Judges once more, when all batches of the first look are done, the receipts whose chain ended for
/// want of a certificate: with those that other receipts carried at hand.
///
/// So the outcome does not depend on the order of rows. A certificate at hand is trusted no further
/// than one that came with the receipt: the path still has to end at a pinned anchor.
final class SecondLook: @unchecked Sendable {
  // Sendable: `prepared` is only touched under `lock`.
  private let order: WorkOrder
  private let findings: ReceiptFindings
  private let slots: SlotTable
  private let lock = NSLock()
  private var prepared: (look: Int64, fan: VerificationFan)?

  init(_ order: WorkOrder, _ findings: ReceiptFindings, _ slots: SlotTable) {
    self.order = order
    self.findings = findings
    self.slots = slots
  }

  /// What verifies receipts in this look. The certificates that were carried until it was planned are
  /// looked up once for each look.
  func fan(_ look: Int64, _ connection: Connection) throws -> VerificationFan {
    try lock.withLock {
      if let prepared, prepared.look == look { return prepared.fan }
      let issuers = try connection.query(JobStatement.carriedIssuers.text)
      var anchors = order.trust
      for index in 0..<issuers.count {
        guard let der = try issuers[index].bytes("der") else { continue }
        anchors = try anchors.addingIntermediates(fileContents: der)
      }
      let fan = VerificationFan(
        verifier: ReceiptVerifier(anchors: anchors), findings: findings, slots: slots,
        stage: .secondLook)
      prepared = (look, fan)
      return fan
    }
  }
}

extension JudgedReceipt {
  /// Whether its chain ended for want of a certificate.
  var missesCertificate: Bool {
    [.intermediateNotAvailable, .rootNotAvailable].contains(verification.reason)
  }
}
