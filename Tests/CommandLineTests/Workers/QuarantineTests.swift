import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Receipts that end or hold up a worker process", .serialized)
struct QuarantineTests {
  private func quarantined(_ shop: Shop) throws -> [String] {
    let rows = try shop.connection.query(
      "select receipt_id || ' ' || reason || ' ' || stage as entry from audit.quarantine order by 1"
    )
    return try (0..<rows.count).compactMap { try rows[$0].text("entry") }
  }

  @Test("A receipt that crashes, one that hangs and one that eats memory are set aside, no other")
  func faults() throws {
    let shop = try Shop()
    let run = try shop.audit(
      ["run", "--receipt-timeout", "4", "--batch-size", "20000"],
      environment: ["RECEIPT_AUDIT_FAULT": "crash:77,hang:201,memory:302"])
    #expect(run.status == 3, "\(run.errors)")
    // Each costs a trial and a new worker process; on a busy machine one that was only slow may, too.
    let losses = run.errors.components(separatedBy: "a worker process was lost").count - 1
    #expect((3...4).contains(losses), "\(run.errors)")
    #expect(
      try quarantined(shop) == [
        "201 timed-out verification", "302 crashed verification", "77 crashed verification",
      ])
    #expect(try shop.count("audit.receipts") == shop.count("public.receipts"))
    #expect(try shop.count("audit.receipts where verdict = 'quarantined'") == 3)
    let evidence = try shop.count(
      "audit.findings where rule = 'quarantined-receipt' and evidence ->> 'signal' like 'SIG%'")
    #expect(evidence == 2)
    let list = try shop.audit(["quarantine", "list", "--json"])
    #expect(list.status == 0 && list.output.split(separator: "\n").count == 3, "\(list)")

    // They stay aside: the next run does not touch them.
    let next = try shop.audit(["run", "--full"], environment: ["RECEIPT_AUDIT_FAULT": "crash:77"])
    #expect(next.status == 3 && !next.errors.contains("lost"), "\(next.errors)")

    #expect(try shop.audit(["quarantine", "retry", "78"]).status == 2)
    let retry = try shop.audit(["quarantine", "retry"])
    #expect(retry.status == 0 && retry.output == "201\n302\n77\n", "\(retry)")
    let last = try shop.audit(["run", "--json"])
    #expect(last.status == 0 && last.output.contains("\"receipts\":3,"), "\(last)")
    #expect(try shop.count("audit.quarantine") == 0)
  }

  @Test("A receipt that crashes only when it is judged again is set aside, and no other")
  func secondLook() throws {
    let shop = try Shop()
    try shop.addIncomplete(40)
    let run = try shop.audit(
      ["run", "--batch-size", "9"], environment: ["RECEIPT_AUDIT_FAULT": "crash-again:1000017"])
    #expect(run.status == 3, "\(run.errors)")
    #expect(try quarantined(shop) == ["1000017 crashed second-look"])
    let judgedAgain = "audit.receipts where receipt_id::bigint > 1000000 and verdict = 'genuine'"
    #expect(try shop.count(judgedAgain) == 39)
    #expect(try shop.count("audit.receipts") == shop.count("public.receipts"))
    #expect(try shop.count("audit.runs where receipts = \(shop.count("public.receipts"))") == 1)
  }

  @Test("Processes that are lost at the first look and at the second one count together")
  func bothLooks() throws {
    let shop = try Shop()
    try shop.addIncomplete(40)
    let faults =
      ["crash:40", "crash:80", "crash:120"]
      + ["crash-again:1000003", "crash-again:1000017", "crash-again:1000031"]
    let run = try shop.audit(
      ["run"], environment: ["RECEIPT_AUDIT_FAULT": faults.joined(separator: ",")])
    #expect(run.status == 1 && run.errors.contains("6 worker processes"), "\(run.errors)")
    #expect(try shop.count("audit_data.quarantine where stage = 'second-look'") == 2)
  }

  @Test("When one receipt after another ends its process, it is the program's fault: exit 1")
  func tooMany() throws {
    let shop = try Shop()
    let faults = (1...9).map { "crash:\($0 * 40)" }.joined(separator: ",")
    let run = try shop.audit(["run"], environment: ["RECEIPT_AUDIT_FAULT": faults])
    #expect(run.status == 1 && run.errors.contains("worker processes were lost"), "\(run.errors)")
    #expect(try shop.count("audit.receipts") == 0, "nothing is published")
    #expect(try shop.count("audit_data.quarantine") >= 5)
    // What was found out stays known: the next run goes on from there, and ends well.
    let next = try shop.audit(["run"], environment: ["RECEIPT_AUDIT_FAULT": faults])
    #expect(next.status == 3, "\(next.errors)")
    #expect(try shop.count("audit.quarantine") == 9)
  }
}
