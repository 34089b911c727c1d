/// A piece of a document in which every text is text.
///
/// There is no way to make one out of a string that is markup already: elements and attributes come
/// from closed lists, and everything else is escaped on its way in.
struct Markup: Sendable {
  /// The document's octets so far.
  private(set) var html: String

  private init(html: String) { self.html = html }

  /// Nothing.
  static let empty = Markup(html: "")

  /// A text, with what a reader could not see shown as escapes.
  static func text(_ text: String) -> Markup { Markup(html: escape(text)) }

  static func element(
    _ element: Element, _ attributes: [(Attribute, String)] = [], _ children: [Markup] = []
  ) -> Markup {
    var html = "<" + element.rawValue
    for (attribute, value) in attributes {
      html += " " + attribute.rawValue + "=\"" + escape(value) + "\""
    }
    html += ">"
    guard !element.isVoid else { return Markup(html: html) }
    for child in children { html += child.html }
    return Markup(html: html + "</" + element.rawValue + ">")
  }

  static func element(
    _ element: Element, _ attributes: [(Attribute, String)] = [], _ text: String
  ) -> Markup {
    self.element(element, attributes, [.text(text)])
  }

  /// A whole document. The stylesheet is this program's own and is pinned by its digest.
  static func document(title: String, style: StaticString, body: [Markup]) -> String {
    let css = "\(style)"
    let policy =
      "default-src 'none'; style-src '\(StyleDigest.source(css))'; base-uri 'none'; "
      + "form-action 'none'"
    let head: [Markup] = [
      element(.meta, [(.charset, "utf-8")]),
      element(.meta, [(.httpEquiv, "Content-Security-Policy"), (.content, policy)]),
      element(.meta, [(.name, "viewport"), (.content, "width=device-width, initial-scale=1")]),
      element(.meta, [(.name, "referrer"), (.content, "no-referrer")]),
      element(.title, [], title),
      Markup(html: "<style>\(css)</style>"),
    ]
    let parts = [element(.head, [], head), element(.body, [], body)]
    return "<!doctype html>\n" + element(.html, [(.lang, "en")], parts).html + "\n"
  }

  private static func escape(_ text: String) -> String {
    let shown = TerminalText.escape(text)
    guard shown.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return shown }
    var escaped = ""
    for scalar in shown.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Markup {
  /// Elements that neither run nor fetch anything.
  enum Element: String, Sendable {
    case html, head, meta, title, body, header, main, nav, section, footer, figure, figcaption
    case h1, h2, h3, p, a, span, strong, em, code, div, ul, li, dl, dt, dd
    case table, caption, thead, tbody, tr, th, td
    case svg, g, rect, line, text

    var isVoid: Bool { self == .meta }
  }

  /// Attributes whose values are never run or fetched; `href` is for places in the document.
  enum Attribute: String, Sendable {
    case lang, charset, content, name, id, scope, role
    case httpEquiv = "http-equiv"
    case classes = "class"
    case href
    case viewBox, x, y, x1, x2, y1, y2, width, height
    case textAnchor = "text-anchor"
    case label = "aria-label"
  }
}
