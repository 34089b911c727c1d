import Testing

@testable import ReceiptVerification

@Suite("Old-style property lists")
struct PropertyListTests {
  private func read(_ text: String) throws -> [String: String] {
    let list = try PropertyList(Array(text.utf8).span)
    return Dictionary(
      uniqueKeysWithValues: list.entries.map {
        (String(decoding: $0.key, as: UTF8.self), String(decoding: $0.value, as: UTF8.self))
      })
  }

  private func failure(_ text: String) -> DecodingFailure? {
    do throws(DecodingFailure) {
      _ = try PropertyList(Array(text.utf8).span)
      return nil
    } catch { return error }
  }

  @Test("keys and values may be quoted or bare, with any white space between")
  func spellings() throws {
    let expected = ["bid": "com.example.app", "pod": "35"]
    for text in [
      "{\n\t\"bid\" = \"com.example.app\";\n\t\"pod\" = \"35\";\n}",
      "{\"bid\"=\"com.example.app\";\"pod\"=\"35\";}", "{ bid = com.example.app; pod = 35 }",
      "  {\r\n bid\t=\n\"com.example.app\" ; pod = 35 ; }\n\n",
    ] {
      #expect(try read(text) == expected, "\(text)")
    }
    #expect(try read("{}").isEmpty)
  }

  @Test("escapes stand for what they say")
  func escapes() throws {
    let text = #"{ a = "q\"b\\s\nn\tt\U00e9"; }"#
    #expect(try read(text) == ["a": "q\"b\\s\nn\tt\u{e9}"])
    for escape in ["\\x41", "\\U12", "\\Ud83d", "\\0"] {
      #expect(failure("{ a = \"\(escape)\"; }") == .malformed, "\(escape)")
    }
  }

  @Test("what is no dictionary of texts is refused by its reason")
  func refused() {
    let cases: [(String, DecodingFailure)] = [
      ("", .truncated), ("plain", .notAReceipt), ("{ a", .truncated), ("{ a = b;", .truncated),
      ("{ a = \"b", .truncated), ("{ a = \"b\\", .truncated), ("{ a b; }", .malformed),
      ("{ a = b c = d; }", .malformed), ("{ a = { b = c; }; }", .malformed),
      ("{ a = ( b ); }", .malformed), ("{ a = <00>; }", .malformed),
      ("{ a = b; a = b; }", .malformed), ("{ \"a\" = b; a = c; }", .malformed),
      ("{ /* c */ a = b; }", .malformed), ("{ = b; }", .malformed), ("{ a = ; }", .malformed),
    ]
    for (text, reason) in cases { #expect(failure(text) == reason, "\(text)") }
  }

  @Test("limits hold for octets and for keys")
  func limits() {
    let long = "{ a = \"" + String(repeating: "x", count: Limits.propertyListBytes) + "\"; }"
    #expect(failure(long) == .limitExceeded)
    let many = "{" + (0...Limits.propertyListEntries).map { "k\($0)=v;" }.joined() + "}"
    #expect(failure(many) == .limitExceeded)
  }

  @Test("octets behind the closing brace are counted, white space is not")
  func trailing() throws {
    #expect(try PropertyList(Array("{ a = b; } \n\0".utf8).span).trailingBytes == 0)
    #expect(try PropertyList(Array("{ a = b; } {}".utf8).span).trailingBytes == 2)
  }

  @Test("a first key decides between a property list and JSON")
  func likeliness() {
    for text in ["{ \"a\" = b; }", "{a=b;}", "\n{\t\"a:b\"=\"c\""] {
      #expect(PropertyList.isLikely(Array(text.utf8)), "\(text)")
    }
    for text in ["{\"a\":1}", "{}", "{", "{ a", "[1]", ""] {
      #expect(!PropertyList.isLikely(Array(text.utf8)), "\(text)")
    }
  }
}
