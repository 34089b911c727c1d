import Foundation
import Testing

@testable import Reports

@Suite("JSON Lines")
struct JSONLinesWriterTests {
  private func row(_ values: [String?], _ kinds: [Column.Kind]) -> String {
    var writer = JSONLinesWriter()
    #expect(writer.header(kinds.enumerated().map { Column("c\($0.offset)", $0.element) }) == "")
    return writer.row(values)
  }

  @Test("Numbers, booleans, nulls and JSON are written as what they are")
  func kinds() {
    let line = row(
      ["a", "12", "true", "f", "{\"k\": [1]}", nil],
      [.text, .number, .boolean, .boolean, .json, .number])
    #expect(
      line == "{\"c0\":\"a\",\"c1\":12,\"c2\":true,\"c3\":false,\"c4\":{\"k\": [1]},\"c5\":null}\n")
  }

  @Test(
    "A hostile text stays on its line and reads back as it was",
    arguments: [
      "=HYPERLINK(\"http://x\")", "a\nb\r\u{2028}c", "\u{1B}]0;x\u{7}", "\\u0041", "\u{0}",
      "\u{202E}gpj.exe", "\u{E0041}tag", "</script>", "\u{1F600}",
    ])
  func hostile(value: String) throws {
    let line = row([value], [.text])
    #expect(line.utf8.filter { $0 == 0x0A }.count == 1)
    #expect(!line.dropLast().unicodeScalars.contains(where: TerminalText.isHarmful))
    let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    #expect(object["c0"].map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
  }
}
