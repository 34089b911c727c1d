import Audit
import OpenSSL
import PostgreSQL
import ReceiptForge
import TestSupport
import Testing

@testable import ReceiptVerification

@Suite("Receipts that miss a certificate")
struct SecondLookTests {
  /// An iOS 6 receipt whose intermediate only other receipts carry.
  private static func lone() throws -> [UInt8] { try TestPKI.standard.mint(.versionThree) }

  /// A receipt that carries that intermediate.
  private static func carrier() throws -> [UInt8] {
    var draft = ReceiptDraft()
    draft.purchases = [
      .nonConsumable(
        "com.example.meadow.fullversion", transactionID: "310001200000010",
        at: "2023-02-03T04:00:00Z")
    ]
    return try TestPKI.standard.mint(draft, era: .sha1)
  }

  private func outcome(_ fixture: AuditFixture, _ key: String) throws -> String? {
    try fixture.values(
      "select verdict || '/' || reason as value from audit.receipts where receipt_id = '\(key)'"
    ).first ?? nil
  }

  @Test(
    "are judged with what other receipts carry, whichever stands first", arguments: [true, false])
  func bothOrders(loneFirst: Bool) throws {
    let fixture = try AuditFixture()
    let rows = try [Self.lone(), Self.carrier()]
    try fixture.insert(
      (loneFirst ? rows : rows.reversed()).enumerated().map {
        .init(key: String($0 + 1), account: "a", receipt: $1)
      })
    let report = try fixture.run { $0.batchSize = 1 }
    #expect(report.receipts == 2)
    #expect(report.verdicts == ["genuine": 2])
    #expect(
      try fixture.values("select format as value from audit.receipts order by receipt_id")
        == (loneFirst
          ? ["transaction-receipt", "app-receipt"] : ["app-receipt", "transaction-receipt"]))
    #expect(try fixture.count("select from audit.transactions where verified and counted") == 2)
    #expect(
      try fixture.count("select from audit.findings where rule = 'untrusted-receipt'") == 0)
    #expect(try fixture.count("select from audit_data.receipts") == 2)
    #expect(try fixture.count("select from audit_data.transactions") == 2)
  }

  @Test("are judged again on the night that brings the certificate, and not before")
  func twoNights() throws {
    let fixture = try AuditFixture()
    try fixture.insert([.init(key: "1", account: "a", receipt: try Self.lone())])
    try fixture.run()
    #expect(try outcome(fixture, "1") == "untrusted/intermediate-not-available")
    try fixture.run()
    #expect(try fixture.count("select from audit_data.receipts") == 1)
    try fixture.insert([.init(key: "2", account: "b", receipt: try Self.carrier())])
    try fixture.run()
    #expect(try outcome(fixture, "1") == "genuine/ok")
    #expect(
      try fixture.values(
        "select status as value from audit.findings where rule = 'untrusted-receipt'")
        == ["resolved"])
    #expect(
      try fixture.count("select from audit_data.receipts where receipt_id = '1'") == 2)
  }

  @Test("are judged again on the night that the operator gives the certificate")
  func givenIntermediate() throws {
    let fixture = try AuditFixture()
    let pki = try TestPKI.standard
    try fixture.insert([
      .init(key: "1", account: "a", receipt: try pki.mint(TransactionReceiptDraft()))
    ])
    let bare = try TrustAnchors.apple.adding(fileContents: pki.rootCertificate)
    try fixture.run { $0.anchors = bare }
    #expect(try outcome(fixture, "1") == "untrusted/intermediate-not-available")
    let given = try bare.addingIntermediates(fileContents: pki.purchaseIntermediate.certificate)
    try fixture.run { $0.anchors = given }
    #expect(try outcome(fixture, "1") == "genuine/ok")
    #expect(
      try fixture.values("select signer_key_bits::text as value from audit.receipts") == ["1024"])
  }

  @Test("are left alone on a night that is given nothing new, and judged when it is given again")
  func givenAlready() throws {
    let fixture = try AuditFixture()
    let pki = try TestPKI.standard
    let receipt = try pki.mint(TransactionReceiptDraft())
    try fixture.insert([.init(key: "1", account: "a", receipt: receipt)])
    let bare = try TrustAnchors.apple.adding(fileContents: pki.rootCertificate)
    try fixture.run { $0.anchors = bare }
    // Whoever looks at it now finds it too large.
    try fixture.run {
      $0.anchors = bare
      $0.maxReceiptSize = 64
    }
    #expect(try outcome(fixture, "1") == "untrusted/intermediate-not-available")
    let given = try bare.addingIntermediates(fileContents: pki.purchaseIntermediate.certificate)
    try fixture.run { $0.anchors = given }
    #expect(try outcome(fixture, "1") == "genuine/ok")
    try fixture.insert([.init(key: "2", account: "a", receipt: receipt)])
    try fixture.run { $0.anchors = bare }
    #expect(try outcome(fixture, "2") == "untrusted/intermediate-not-available")
    try fixture.run { $0.anchors = given }
    #expect(try outcome(fixture, "2") == "genuine/ok")
  }

  @Test("are judged to the end by the next run where one ends in between")
  func interrupted() throws {
    let fixture = try AuditFixture()
    let pki = try TestPKI.standard
    let rows = [
      try Self.lone(), try Self.lone(), try Self.carrier(), try pki.mint(TransactionReceiptDraft()),
    ]
    try fixture.insert(
      rows.enumerated().map { .init(key: String($0 + 1), account: "a", receipt: $1) })
    let bare = try TrustAnchors.apple.adding(fileContents: pki.rootCertificate)
    func stopped(afterBatches batches: Int, of size: Int) throws {
      let error = #expect(throws: AuditError.self) {
        try fixture.run {
          $0.anchors = bare
          $0.jobs = 1
          $0.batchSize = size
          $0.stopAfterBatches = batches
        }
      }
      #expect(error?.status == .interrupted)
    }
    try stopped(afterBatches: 1, of: 9)
    try stopped(afterBatches: 1, of: 1)
    let done = "select from audit.batches where status = 'done' and look = "
    #expect(try fixture.count(done + "1") == 1)
    #expect(try fixture.count(done + "2") == 1)
    try fixture.insert([.init(key: "5", account: "a", receipt: try Self.carrier())])
    let report = try fixture.run { $0.anchors = bare }
    #expect(report.receipts == 5 && report.verdicts == ["genuine": 4, "untrusted": 1])
    // The one that still misses its certificate is not asked again what it was asked already.
    #expect(try fixture.count(done + "2") == 3)
    #expect(try fixture.count(done + "3") == 0)
    #expect(try outcome(fixture, "4") == "untrusted/intermediate-not-available")
    #expect(try fixture.count("select from audit_data.receipts") == 5)
    #expect(try fixture.count("select from audit_data.transactions") == 5)
    #expect(try fixture.count("select from audit.runs where receipts = 5") == 1)
  }

  @Test("are judged again when they change before the run that proved them is published")
  func changedAfterwards() throws {
    let fixture = try AuditFixture()
    try fixture.connection.execute(
      """
      create or replace view audit.source as
      select receipt_id, account_id, receipt, received_at, xmin as row_version
      from public.receipts
      """)
    try fixture.insert([
      .init(key: "1", account: "a", receipt: try Self.lone()),
      .init(key: "2", account: "a", receipt: try Self.carrier()),
    ])
    let settings = fixture.database.settings
    let options = try AuditFixture.options()
    #expect(throws: AuditError.self) {
      _ = try Auditor(settings: settings, options: options).run { _ in
        let looks = try? Connection(settings).query(
          "select from audit.batches where look = 2 and status = 'done'")
        if looks?.count == 1 { options.stop.raise(.interrupted) }
      }
    }
    #expect(
      try fixture.count(
        "select from audit_data.receipts where receipt_id = '1' and verdict = 'genuine'") == 1)
    try fixture.connection.execute("update public.receipts set account_id = 'b'")
    let report = try fixture.run()
    #expect(report.run?.resumed == true)
    #expect(try outcome(fixture, "1") == "genuine/ok")
  }

  @Test("are judged once more with what such a look itself has brought to light")
  func chained() throws {
    let fixture = try AuditFixture()
    let pki = try TestPKI.standard
    // One carries the root; one the intermediate, and not the root; one neither.
    var rootless = try pki.container(for: .sample, era: .sha1)
    rootless.certificates.removeLast()
    let rows = [
      try Self.lone(), try rootless.encoded(), try pki.mint(.sample, era: .sha256),
    ]
    try fixture.insert(
      rows.enumerated().map { .init(key: String($0 + 1), account: "a", receipt: $1) })
    let root = try Certificate.all(in: pki.rootCertificate)
    let pinned = TrustAnchors(
      pins: try TrustAnchors.apple.adding(fileContents: pki.rootCertificate).fingerprints,
      names: Set(root.map(\.subjectText)))
    let report = try fixture.run { $0.anchors = pinned }
    #expect(report.verdicts == ["genuine": 3], "\(report.verdicts)")
    #expect(try fixture.count("select from audit.batches where look = 3") == 1)
    #expect(try fixture.run { $0.anchors = pinned }.batches == 0)
  }

  @Test("of earlier runs are left to a run without a limit")
  func limited() throws {
    let fixture = try AuditFixture()
    try fixture.insert([.init(key: "5", account: "a", receipt: try Self.lone())])
    try fixture.run()
    try fixture.insert([.init(key: "6", account: "b", receipt: try Self.carrier())])
    try fixture.run { $0.limit = 1 }
    #expect(try outcome(fixture, "5") == "untrusted/intermediate-not-available")
    try fixture.run()
    #expect(try outcome(fixture, "5") == "genuine/ok")
  }

  @Test("are not taken for gone when the source loses their partition meanwhile")
  func detached() throws {
    let fixture = try AuditFixture()
    try fixture.partition(at: 3)
    let lone = try Self.lone()
    try fixture.insert([
      .init(key: "1", account: "a", receipt: try Self.carrier()),
      .init(key: "2", account: "a", receipt: lone), .init(key: "3", account: "a", receipt: lone),
    ])
    let settings = fixture.database.settings
    let options = try AuditFixture.options {
      $0.jobs = 1
      $0.batchSize = 1
    }
    let once = FirstTime()
    let error = #expect(throws: AuditError.self) {
      _ = try Auditor(settings: settings, options: options).run { _ in
        let other = try? Connection(settings)
        let again = try? other?.query(
          "select from audit.batches where look = 2 and status = 'done'"
        ).count
        guard again == 1 else { return }
        once.run {
          try other?.execute("alter table public.receipts detach partition public.receipts_high")
        }
      }
    }
    #expect(error?.status == .configuration, "\(String(describing: error))")
    #expect(error?.message.contains("public.receipts_high") == true)
    try fixture.connection.execute(
      "alter table public.receipts attach partition public.receipts_high for values from (3) to (maxvalue)"
    )
    #expect(try fixture.run().status == .published)
    #expect(try outcome(fixture, "3") == "genuine/ok")
  }

  @Test("a certificate that receipts carried is no anchor")
  func poolIsNoAnchor() throws {
    let fixture = try AuditFixture()
    try fixture.insert([
      .init(key: "1", account: "a", receipt: try Self.carrier()),
      .init(key: "2", account: "a", receipt: try Self.lone()),
    ])
    try fixture.run()
    #expect(try fixture.count("select from audit.receipts where verdict = 'genuine'") == 2)
    #expect(try fixture.count("select from audit.certificates where role = 'root'") == 1)
    try fixture.run { $0.anchors = .apple }
    #expect(try fixture.count("select from audit.receipts where verdict = 'genuine'") == 0)
    #expect(try outcome(fixture, "1") == "forged/untrusted-root")
    #expect(try outcome(fixture, "2") == "forged/untrusted-root")
  }

  @Test("certificates are kept once, by role, with the run that met them first")
  func certificates() throws {
    let fixture = try AuditFixture()
    let kinds = ["genuine-sha256", "sandbox", "foreign-root", "same-serial-other-issuer"]
    for (index, name) in kinds.enumerated() {
      let kind = try #require(ReceiptKind.named(name))
      try fixture.insert([
        .init(key: String(index), account: nil, receipt: try kind.mint(TestPKI.standard))
      ])
    }
    let first = try fixture.run { $0.batchSize = 1 }
    let roles = "select role as value from audit.certificates order by role"
    #expect(try fixture.values(roles) == ["intermediate", "root", "signer"])
    #expect(try fixture.count("select from audit_data.certificates") == 3)
    try fixture.insert([.init(key: "9", account: nil, receipt: try Self.carrier())])
    try fixture.run()
    #expect(
      try fixture.values(roles) == ["intermediate", "intermediate", "root", "signer", "signer"])
    let runID = try #require(first.run?.runID)
    #expect(try fixture.count("select from audit.certificates where first_run = \(runID)") == 3)
    #expect(
      try fixture.values(
        "select sha256 as value from audit.certificates where encode(sha256(der), 'hex') = sha256"
      ).count == 5)
  }
}
