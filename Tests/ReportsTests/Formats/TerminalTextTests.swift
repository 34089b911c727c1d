import Testing

@testable import Reports

@Suite("Terminal text")
struct TerminalTextTests {
  @Test("Ordinary text of any script is left as it is")
  func ordinary() {
    #expect(TerminalText.escape("com.example.äpp 日本語 עברית 😀") == "com.example.äpp 日本語 עברית 😀")
  }

  @Test(
    "What a terminal would obey is shown as its code point",
    arguments: [
      ("\u{1B}[2J", "\\u{1B}[2J"), ("a\rb", "a\\u{D}b"), ("\u{9B}31m", "\\u{9B}31m"),
      ("\u{7F}", "\\u{7F}"), ("a\u{202E}b", "a\\u{202E}b"),
      ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
      ("\u{FEFF}", "\\u{FEFF}"), ("\u{0}", "\\u{0}"), ("\r\n", "\\u{D}\\u{A}"),
    ])
  func harmful(text: String, shown: String) {
    #expect(TerminalText.escape(text) == shown)
  }
}
