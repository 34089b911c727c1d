import Testing

@testable import receipt_audit

@Suite("Progress")
struct ProgressLineTests {
  @Test("It shows what is done, the rate and the time left")
  func text() {
    #expect(
      ProgressLine.text(done: 2500, of: 10_000, rate: 100)
        == "2500 of 10000 receipts (25 %), 100 a second, 1 min 15 s left")
    #expect(
      ProgressLine.text(done: 0, of: 7200, rate: 1)
        == "0 of 7200 receipts (0 %), 1 a second, 2 h 0 min left")
  }

  @Test("An empty run and an unknown rate divide by nothing")
  func edges() {
    #expect(ProgressLine.text(done: 0, of: 0, rate: 0) == "0 of 0 receipts (100 %)")
    #expect(ProgressLine.text(done: 5, of: 4, rate: 0) == "5 of 4 receipts (100 %)")
  }

  @Test("Rows are counted on a terminal, but never between rows that are shown on it")
  func rows() {
    #expect(RowProgress.isShown(rowsOnOutput: false, onTerminal: (true, true)))
    #expect(RowProgress.isShown(rowsOnOutput: true, onTerminal: (true, false)))
    #expect(!RowProgress.isShown(rowsOnOutput: true, onTerminal: (true, true)))
    #expect(!RowProgress.isShown(rowsOnOutput: false, onTerminal: (false, true)))
    #expect(RowProgress.text(3000, seconds: 2) == "3000 rows, 1500 a second")
  }
}
