import Foundation
import OpenSSL
import Testing

@testable import Reports

@Suite("What of evidence leaves the database")
struct EvidenceTextTests {
  private let open = Disclosure()
  private let keyed = Disclosure(pseudonymKey: Array("0123456789abcdef".utf8))

  @Test("Evidence without secrets is left octet for octet")
  func untouched() {
    let json = #"{"a": 1.50, "owners": [{"account_id": "x"}], "b": "\u0001\\"}"#
    #expect(EvidenceText.disclosed(json, of: "evidence", open) == json)
  }

  @Test("Identifiers of devices and tokens are taken out wherever they are")
  func secrets() {
    let json =
      #"{"device_id": "0a", "kept": [{"device_hash": "0b", "n": 1}, {"app_account_token": "c"}]}"#
    #expect(
      EvidenceText.disclosed(json, of: "evidence", open) == #"{"kept": [{"n": 1}, {}]}"#)
    #expect(
      EvidenceText.disclosed(#"{"a": 1, "device_id": {"x": [1, "}"]}}"#, of: "evidence", open)
        == #"{"a": 1}"#)
  }

  @Test("Accounts become pseudonyms at any depth, and nothing else changes")
  func pseudonyms() throws {
    let json =
      #"{"accounts": 3, "owners": [{"account_id": "a\"b", "receipts": 2}], "product_id": "a\"b"}"#
    let pseudonym = keyed.account("a\"b")
    #expect(
      EvidenceText.disclosed(json, of: "evidence", keyed)
        == #"{"accounts": 3, "owners": [{"account_id": ""# + pseudonym
        + #"", "receipts": 2}], "product_id": "a\"b"}"#)
    #expect(
      EvidenceText.disclosed(#"["x", "y"]"#, of: "accounts", keyed)
        == "[\"\(keyed.account("x"))\", \"\(keyed.account("y"))\"]")
  }

  @Test(
    "An account is the same pseudonym however its name is written in JSON",
    arguments: [#"\u0061b"#, #"\u0061\u0062"#, "ab"])
  func escapes(written: String) {
    let json = "{\"account_id\": \"\(written)\"}"
    #expect(
      EvidenceText.disclosed(json, of: "evidence", keyed)
        == "{\"account_id\": \"\(keyed.account("ab"))\"}")
  }

  @Test("A pseudonym is the keyed digest of the account, and another key gives another one")
  func key() {
    let code = KeyedDigest(key: Array("0123456789abcdef".utf8), .sha256).code(Array("ab".utf8))
    #expect(keyed.account("ab") == "p-" + Hexadecimal.text(code.prefix(16)))
    #expect(Disclosure(pseudonymKey: [1]).account("ab") != keyed.account("ab"))
    #expect(open.account("ab") == "ab")
  }

  @Test("Columns that name accounts are pseudonyms, others stay")
  func columns() {
    var values: [String?] = ["ab", "ab", nil]
    keyed.apply(to: &values, [Column("account_id"), Column("receipt_id"), Column("account_id")])
    #expect(values == [keyed.account("ab"), "ab", nil])
    values = ["ab", "2", "ab wrote", "[\"ab\"]"]
    keyed.apply(
      to: &values,
      [
        Column("cluster_id"), Column("accounts", .number), Column("note"),
        Column("account_ids", .json),
      ])
    #expect(values == [keyed.account("ab"), "2", nil, "[\"\(keyed.account("ab"))\"]"])
    values = ["2", "ab wrote"]
    open.apply(to: &values, [Column("accounts", .number), Column("note")])
    #expect(values == ["2", "ab wrote"])
  }
}
