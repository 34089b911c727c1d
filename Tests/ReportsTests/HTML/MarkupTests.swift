import Testing

@testable import Reports

@Suite("Markup")
struct MarkupTests {
  @Test("Texts and attributes stay what they are, whatever they hold", arguments: Hostile.all)
  func escaping(text: String) {
    let html = Markup.element(.p, [(.label, text)], text).html
    let inner = html.dropFirst("<p aria-label=\"".count).dropLast("</p>".count)
    #expect(!inner.contains("<") && !inner.contains("'"))
    #expect(inner.split(separator: "\"", omittingEmptySubsequences: false).count == 2)
    #expect(!html.unicodeScalars.contains(where: TerminalText.isHarmful))
  }

  @Test("A document pins its own stylesheet and allows nothing else")
  func policy() {
    let html = Markup.document(title: "</title>", style: "p{}", body: [.text("x")])
    // printf 'p{}' | openssl dgst -sha256 -binary | base64
    #expect(html.contains("style-src &#39;sha256-\(StyleDigest.source("p{}").dropFirst(7))&#39;"))
    #expect(html.contains("default-src &#39;none&#39;"))
    #expect(html.contains("<title>&lt;/title&gt;</title>"))
    #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"))
  }

  @Test("Numbers are grouped, and changes have their sign")
  func numbers() {
    #expect(Numbers.grouped(1_234_567) == "1,234,567")
    #expect(Numbers.grouped(-1000) == "-1,000")
    #expect(Numbers.grouped(999) == "999")
    #expect(Numbers.grouped("1234.50") == "1,234.50" && Numbers.grouped("-0.5") == "-0.5")
    #expect(Numbers.grouped("infinity") == "infinity" && Numbers.grouped("1234") == "1,234")
    #expect(Numbers.change(5) == "+5" && Numbers.change(-5) == "-5")
    #expect(Numbers.change(0) == "no change")
  }

  @Test(
    "An axis ends at a number that people count in",
    arguments: [
      (0, 1), (1, 1), (3, 4), (7, 8), (9, 10), (10, 10), (48, 50), (302, 400), (601, 800),
    ])
  func axis(highest: Int64, top: Int64) {
    var table = RowTable(columns: [Column("a"), Column("n", .number)])
    table.rows = [["x", String(highest)]]
    #expect(ChartData(ChartSpec(shape: .columns, category: "a", series: ["n"]), table).top == top)
  }

  @Test("Amounts keep their cents, and what is no amount is none")
  func amounts() {
    #expect(Amount.cents("1234.05") == 123_405)
    #expect(Amount.text(cents: 123_405) == "1,234.05")
    for text in ["", "1", "1.5", "1.505", "x.00", "-"] { #expect(Amount.cents(text) == nil) }
  }
}
