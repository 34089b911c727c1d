import Testing

@testable import ReceiptVerification

@Suite("JSON, read to the letter")
struct JSONReaderTests {
  private static func failure(_ text: [UInt8]) -> DecodingFailure? {
    do throws(DecodingFailure) {
      _ = try JSONReader.read(text.span)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "what JSON allows is read",
    arguments: [
      "null", " true ", "[]", "{}", "[1,2]", "-0", "0.5e-3", #""\u0041\ud83d\ude00\/""#,
      "{\"a\":{\"a\":1}}\r\n", "9223372036854775807", "-9223372036854775808", "1e308",
    ])
  func legal(_ text: String) { #expect(Self.failure(Array(text.utf8)) == nil) }

  @Test(
    "what it does not allow is malformed",
    arguments: [
      "", " ", "nul", "truee", "01", "-", "1.", ".5", "1e", "+1", "1e400", "-1e400",
      "9223372036854775808", "-9223372036854775809", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}",
      "{\"a\"}", "{a:1}", "{'a':1}", "\"\t\"", "\"a", #""\x""#, #""\u12g4""#, #""\ud800""#,
      #""\udc00""#, #""\ud800\ud800""#, "\"\u{0}\"", "[1]]", "{}{}", "/**/1", "NaN", "Infinity",
      "\u{feff}{}", "\u{a0}1", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#,
    ])
  func illegal(_ text: String) { #expect(Self.failure(Array(text.utf8)) == .malformed) }

  @Test("text that is not UTF-8 is malformed, plain and behind an escape")
  func encoding() {
    for broken in [[0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
      #expect(Self.failure([0x22] + broken + [0x22]) == .malformed)
      #expect(Self.failure([0x22] + Array("\\n".utf8) + broken + [0x22]) == .malformed)
    }
  }

  @Test("names are told apart octet by octet, few or many")
  func names() throws {
    #expect(Self.failure(Array("{\"\u{e9}\":1,\"e\u{301}\":2}".utf8)) == nil)
    let many = (0..<200).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    #expect(Self.failure(Array("{\(many)}".utf8)) == nil)
    for repeated in ["n7", "n120"] {
      #expect(Self.failure(Array("{\(many),\"\(repeated)\":0}".utf8)) == .malformed)
    }
  }

  @Test("every cut of a text is malformed, none of them a crash")
  func truncations() {
    let text = Array(#"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00",null,true,{"b":false}]}"#.utf8)
    for count in 0..<text.count { #expect(Self.failure(Array(text[..<count])) == .malformed) }
    #expect(Self.failure(text) == nil)
  }

  @Test("nesting and number of values are bounded")
  func limits() {
    let nested = { (depth: Int) in
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(Self.failure(nested(64)) == nil)
    #expect(Self.failure(nested(65)) == .malformed)
    #expect(Self.failure(Array(String(repeating: "[", count: 1_000_000).utf8)) == .malformed)
    let values = "[" + String(repeating: "0,", count: 300_000) + "0]"
    #expect(Self.failure(Array(values.utf8)) == .limitExceeded)
  }

  @Test("values, their places and escapes come out as they were written")
  func values() throws {
    let text = Array(#"{"text":"a\u0000\"b","number":12, "half":1.5 ,"list":[true,null]}"#.utf8)
    let object = try JSONReader.object(text.span)
    #expect(object.members.map(\.name) == ["text", "number", "half", "list"])
    #expect(object.text("text") == "a\0\"b")
    #expect(object.text("number") == nil)
    guard case .number(let whole) = object["number"], case .number(let half) = object["half"]
    else { throw Missing() }
    #expect(whole.whole == 12)
    #expect(half.whole == nil)
    let places = object.members.map { String(decoding: text[$0.range], as: UTF8.self) }
    #expect(places == [#""a\u0000\"b""#, "12", "1.5", "[true,null]"])
  }

  private struct Missing: Error {}
}
