import Dispatch

/// Shows how many rows a list has so far, on a terminal only and never between the rows themselves.
final class RowProgress {
  private let isOn: Bool
  private let start = DispatchTime.now().uptimeNanoseconds
  private var shown = DispatchTime.now().uptimeNanoseconds
  private var isOpen = false

  /// - Parameter rowsOnOutput: whether the rows go to standard output, and not to a file.
  init(rowsOnOutput: Bool) {
    isOn = RowProgress.isShown(
      rowsOnOutput: rowsOnOutput, onTerminal: (Diagnostics.isTerminal, StandardOutput.isTerminal))
  }

  /// - Parameter onTerminal: standard error, and standard output.
  static func isShown(rowsOnOutput: Bool, onTerminal: (errors: Bool, output: Bool)) -> Bool {
    onTerminal.errors && !(rowsOnOutput && onTerminal.output)
  }

  func update(_ rows: Int) {
    // The clock is not asked for each row.
    guard isOn, rows % 256 == 0 else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now - shown >= 200_000_000 else { return }
    shown = now
    isOpen = true
    Diagnostics.raw("\r\u{1B}[K" + RowProgress.text(rows, seconds: Double(now - start) / 1e9))
  }

  /// Clears the line.
  func finish() {
    if isOpen { Diagnostics.raw("\r\u{1B}[K") }
    isOpen = false
  }

  static func text(_ rows: Int, seconds: Double) -> String {
    guard seconds > 0 else { return "\(rows) rows" }
    return "\(rows) rows, \(Int(Double(rows) / seconds)) a second"
  }
}
