import Foundation
import Testing

@testable import Audit

@Suite("JSON for jsonb")
struct JSONTextTests {
  @Test("every scalar below U+0100 comes back as it was, but NUL, which is written out")
  func roundTrip() throws {
    for value in UInt32(0)..<256 {
      let scalar = try #require(Unicode.Scalar(value))
      let json = JSONText.object(["key": .text("a\(scalar)b")]).serialized
      let decoded = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
      #expect(decoded["key"] == (value == 0 ? "a\\x00b" : "a\(scalar)b"))
    }
  }

  @Test("members keep their order, and those without a value are not there")
  func members() {
    let json = JSONText.object([
      "b": .number(.max), "none": nil, "a": .array([.bool(true), .bool(false)]),
    ])
    #expect(json.serialized == #"{"b":9223372036854775807,"a":[true,false]}"#)
  }
}
