import TestSupport
import Testing

@testable import Audit

@Suite("The catalogue of rules")
struct CatalogueTests {
  /// A version that only the catalogue knew of would not have any receipt judged again.
  @Test("has the rules that judge one receipt, in the version and with the severity that they have")
  func receiptRules() throws {
    let database = try TestDatabase.migrated()
    let connection = try database.connect()
    let rows = try connection.query(
      "select rule, version::bigint as version, severity from audit.rules")
    var catalogue: [String: String] = [:]
    for index in 0..<rows.count {
      let rule = try rows[index].text("rule") ?? ""
      catalogue[rule] =
        "\(try rows[index].int("version") ?? 0) \(try rows[index].text("severity") ?? "")"
    }
    for rule in ReceiptRule.allCases {
      #expect(catalogue[rule.rawValue] == "\(rule.version) \(rule.severity)", "\(rule)")
    }
  }
}
