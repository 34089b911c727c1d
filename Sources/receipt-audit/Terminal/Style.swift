import Foundation
import Glibc

/// Colour for people: on a terminal only, and never where `NO_COLOR` is set (no-color.org).
enum Style {
  case good, bad, warning, strong

  func apply(_ text: String) -> String {
    guard Style.isOn else { return text }
    let code =
      switch self {
      case .good: "32"
      case .bad: "1;31"
      case .warning: "33"
      case .strong: "1"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static let isOn: Bool = {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }()
}
