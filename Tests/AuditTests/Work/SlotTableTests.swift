import Foundation
import Testing

@testable import Audit

@Suite("What threads hold")
struct SlotTableTests {
  @Test("a receipt is seen through other memory of the same descriptor while it is held")
  func shared() throws {
    let descriptor = try SlotTable.makeDescriptor()
    defer { close(descriptor) }
    let ours = try SlotTable(descriptor: descriptor)
    let theirs = try SlotTable(descriptor: descriptor)
    theirs.withSlot { slot in
      slot.enter("4711", .verification)
      #expect(ours.held.map(\.receiptID) == ["4711"])
      slot.enter("4712", .findings)
      #expect(ours.held.map(\.receiptID) == ["4712"])
      #expect(ours.held.map(\.stage) == [.findings])
    }
    #expect(ours.held.isEmpty)
  }

  @Test("threads have slots of their own, and a key too long for one is not shown")
  func several() throws {
    let table = try SlotTable()
    table.withSlot { first in
      table.withSlot { second in
        first.enter("a", .verification)
        second.enter(String(repeating: "b", count: 2000), .verification)
        #expect(table.held.map(\.receiptID) == ["a"])
        second.enter("b", .writing)
        #expect(Set(table.held.map(\.receiptID)) == ["a", "b"])
      }
    }
  }

  @Test("only what stays at one step for too long hangs, and writing never does")
  func hangs() throws {
    let table = try SlotTable()
    var watch = HangWatch()
    table.withSlot { first in
      table.withSlot { second in
        first.enter("hangs", .verification)
        second.enter("writes", .writing)
        #expect(watch.stuck(table.held, now: 0, limit: 10).isEmpty)
        #expect(watch.stuck(table.held, now: 9, limit: 10).isEmpty)
        #expect(watch.stuck(table.held, now: 11, limit: 10).map(\.receiptID) == ["hangs"])
        first.enter("hangs", .findings)
        #expect(watch.stuck(table.held, now: 12, limit: 10).isEmpty)
      }
    }
  }
}
