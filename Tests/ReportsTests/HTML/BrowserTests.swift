import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite(
  "The page in a browser",
  .enabled(
    if: Browser.program != nil || Browser.isAskedFor,
    "no Chromium is here to look at the page; jobs/test --browser installs one"), .serialized)
struct BrowserTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opened(_ template: DatabaseTemplate, width: Int, dark: Bool = false) throws
    -> Browser
  {
    let store = try ReportStore(template)
    try RunReportWriter(store.connection).write(to: folder.file("out"))
    let browser = try Browser()
    try browser.open(folder.file("out/report.html"), width: width, dark: dark)
    return browser
  }

  @Test(
    "Nothing of hostile texts runs, nothing is fetched, and the page is as wide as the telephone")
  func hostile() throws {
    let browser = try opened(ReportStore.hostile, width: 375)
    #expect(browser.happened("Page.javascriptDialogOpening").isEmpty)
    #expect(browser.happened("Debugger.scriptParsed").isEmpty)
    let requests = browser.happened("Network.requestWillBeSent").compactMap {
      ($0["request"] as? [String: Any])?["url"] as? String
    }
    #expect(requests == ["file://" + folder.file("out/report.html")])
    #expect(browser.happened("Log.entryAdded").isEmpty)
    #expect(
      try browser.value("document.querySelectorAll('script,img,iframe,object').length") as? Int == 0
    )
    let handlers =
      "[...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length"
    #expect(try browser.value(handlers) as? Int == 0)
    #expect(try browser.value("document.documentElement.scrollWidth") as? Int == 375)
    #expect(try browser.value("document.querySelectorAll('table').length") as? Int ?? 0 > 5)
    let text = try #require(try browser.value("document.body.innerText") as? String)
    for hostile in Hostile.markup { #expect(text.contains(hostile), "\(hostile)") }
    for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(!TerminalText.isHarmful(scalar), "\(scalar.value)")
    }
  }

  @Test("Labels lie within their picture, however long and however large", arguments: [375, 1200])
  func labels(width: Int) throws {
    var table = RowTable(columns: [Column("name"), Column("n", .number)])
    for month in 1...24 {
      table.rows.append(["20\(month + 10)-12 a name of some length", String(4_123_456_789)])
    }
    let figures = [ChartSpec.Shape.columns, .bars].map { shape in
      ChartMarkup.figure(
        ChartSpec(shape: shape, category: "name", series: ["n"]), table, title: "\(shape)")
    }
    let page = Markup.document(
      title: "labels", style: Stylesheet.css, body: [.element(.main, [], figures)])
    try page.write(toFile: folder.file("labels.html"), atomically: true, encoding: .utf8)
    let browser = try Browser()
    try browser.open(folder.file("labels.html"), width: width)
    let outside = """
      [...document.querySelectorAll('svg')].flatMap(svg => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('text')].filter(t => {
          const box = t.getBoundingClientRect();
          return box.left < frame.left - 1 || box.right > frame.right + 1
            || box.bottom > frame.bottom + 1;
        }).map(t => t.textContent);
      }).join(', ')
      """
    #expect(try browser.value(outside) as? String == "")
  }

  @Test("What is read has the contrast that it takes to read it", arguments: [false, true])
  func contrast(dark: Bool) throws {
    let browser = try opened(ReportStore.small, width: 1200, dark: dark)
    // Relative luminance and contrast as WCAG 2.1 defines them; 4.5 is its level AA for text.
    let faint = """
      (() => {
        const light = colour => {
          const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map(c => c / 255)
            .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const below = e => {
          while (e && getComputedStyle(e).backgroundColor === 'rgba(0, 0, 0, 0)') e = e.parentElement;
          return getComputedStyle(e || document.body).backgroundColor;
        };
        return [...document.querySelectorAll('body *')].filter(e =>
          [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())
            && e.namespaceURI.endsWith('xhtml')).map(e => {
          const [one, other] = [light(getComputedStyle(e).color), light(below(e))];
          const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
          return ratio < 4.5 ? e.textContent + ' ' + ratio : '';
        }).filter(t => t).join('; ');
      })()
      """
    #expect(try browser.value(faint) as? String == "")
  }

  @Test("A case of hostile texts runs and fetches nothing, and fits a telephone")
  func hostileCase() throws {
    let store = try ReportStore(ReportStore.hostile)
    let account = try #require(Hostile.markup.first)
    let fraudCase = try FraudCase.read(.account(account), from: store.connection)
    try CaseBundle(fraudCase).write(to: folder.file("case"))
    let browser = try Browser()
    try browser.open(folder.file("case/report.html"), width: 375)
    #expect(browser.happened("Debugger.scriptParsed").isEmpty)
    #expect(browser.happened("Page.javascriptDialogOpening").isEmpty)
    #expect(browser.happened("Network.requestWillBeSent").count == 1)
    #expect(browser.happened("Log.entryAdded").isEmpty)
    #expect(try browser.value("document.documentElement.scrollWidth") as? Int == 375)
    #expect(
      try browser.value("document.querySelector('h1').innerText") as? String
        == "Account \(account)")
  }

  @Test("The policy holds: a script that somebody put into the page does not run")
  func policy() throws {
    let store = try ReportStore(ReportStore.small)
    try RunReportWriter(store.connection).write(to: folder.file("out"))
    let page = try folder.text("out/report.html").replacing(
      "</body>",
      with: "<script>document.title='ran'</script><img src='http://127.0.0.1:9/x.png'>"
        + "<p id=x style='color:red'>x</p></body>")
    try page.write(toFile: folder.file("injected.html"), atomically: true, encoding: .utf8)
    let browser = try Browser()
    try browser.open(folder.file("injected.html"), width: 800)
    #expect(try browser.value("document.title") as? String == "Receipt audit, run 2")
    #expect(browser.happened("Log.entryAdded").count >= 3)
    #expect(browser.happened("Network.responseReceived").count == 1)
  }

  @Test(
    "Charts are drawn: their bars have extent and lie within the picture", arguments: [375, 1200],
    [false, true])
  func charts(width: Int, dark: Bool) throws {
    let browser = try opened(ReportStore.small, width: width, dark: dark)
    #expect(
      try browser.value("document.querySelectorAll('svg').length") as? Int
        == SectionSpec.all.count { $0.chart != nil })
    let outside = """
      [...document.querySelectorAll('svg')].filter(svg => {
        const frame = svg.getBoundingClientRect();
        const bars = [...svg.querySelectorAll('rect')].map(r => r.getBoundingClientRect());
        return bars.length == 0 || bars.some(b => b.width < 0.5 || b.height < 0.5
          || b.left < frame.left - 1 || b.right > frame.right + 1
          || b.top < frame.top - 1 || b.bottom > frame.bottom + 1);
      }).map(svg => svg.getAttribute('aria-label')).join(', ')
      """
    #expect(try browser.value(outside) as? String == "")
    #expect(try browser.value("document.documentElement.scrollWidth") as? Int == width)
    let colours =
      "getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector('rect')).fill"
    let shown = try #require(try browser.value(colours) as? String)
    #expect(shown.contains("rgb(255, 255, 255)") == !dark)
    // The three answers are on the first screen.
    for answer in [".verdict", ".money", ".changes"] {
      let bottom = "document.querySelector('\(answer)').getBoundingClientRect().bottom"
      #expect(try browser.value(bottom) as? Double ?? .infinity < 812, "\(answer)")
    }
  }
}
