import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Memory of worker processes", .serialized)
struct MemoryTests {
  /// Audits all receipts again, and answers the most memory that the worker process held, in MB.
  private func peak(_ shop: Shop) throws -> Int {
    try peak(try shop.start(["run", "--full", "--jobs", "4"]))
  }

  private func peak(_ running: Tool.Running, status: Int32 = 0) throws -> Int {
    let child = try #require(ProcessTree.child(of: running.process.processIdentifier))
    var peak = 0
    while let memory = ProcessTree.peakMemory(of: child) {
      peak = max(peak, memory >> 20)
      usleep(1000)
    }
    let run = running.finish()
    #expect(run.status == status, "\(run.errors)")
    #expect(peak > 0)
    return peak
  }

  @Test("Receipts of 5 MB take no more memory than the limit, whatever lies in them")
  func large() throws {
    let shop = try Shop()
    // Genuine ones with 5 MB behind them, and such as are nothing but 5 MB of base64.
    try shop.connection.execute(
      """
      update public.receipts set receipt = receipt || decode(repeat('00', 5000000), 'hex')
      where receipt_id % 50 = 0;
      update public.receipts set receipt = convert_to(repeat('MIIB', 1250000), 'UTF8')
      where receipt_id % 50 = 10;
      """)
    let peak = try peak(shop)
    #expect(peak < 256, "\(peak) MB")
    print("16 receipts of 5 MB: at most \(peak) MB")
    #expect(try shop.count("audit.receipts") == shop.count("public.receipts"))
  }

  @Test("Receipts of 5 MB that miss a certificate take no more memory when they are judged again")
  func incomplete() throws {
    let shop = try Shop()
    try shop.addIncomplete(40, padding: 5_000_000)
    let running = try shop.start(["run"])
    var peak = 0
    while running.process.isRunning {
      let processes = ProcessTree.children(of: running.process.processIdentifier)
      for memory in processes.compactMap(ProcessTree.peakMemory) { peak = max(peak, memory >> 20) }
      usleep(1000)
    }
    let run = running.finish()
    #expect(run.status == 0, "\(run.errors)")
    #expect(peak > 0 && peak < 256, "\(peak) MB")
    print("40 receipts of 5 MB, judged again: at most \(peak) MB")
    let judgedAgain = "audit.receipts where receipt_id::bigint > 1000000 and verdict = 'genuine'"
    #expect(try shop.count(judgedAgain) == 40)
  }

  @Test("A target that is slow holds the reader back: memory does not grow")
  func slowTarget() throws {
    let shop = try Shop()
    // The results are an eighth of the receipts.
    let octets = try shop.connection.query(
      "select sum(octet_length(receipt))::bigint / 8 as octets from public.receipts")
    let seconds =
      ProcessInfo.processInfo.environment["RECEIPT_THROTTLE_SECONDS"].flatMap { Int($0) } ?? 3
    let proxy = try CuttingProxy(throttle: Int(try octets[0].int("octets") ?? 0) / seconds)
    let start = ContinuousClock.now
    let peak = try peak(
      try shop.start(["run", "--jobs", "4"], writingTo: proxy.conninfo(shop.database)))
    #expect(peak < 256, "\(peak) MB")
    print(
      "a target that took \((ContinuousClock.now - start).components.seconds) s: \(peak) MB at most"
    )
  }

  @Test(
    "A receipt of 600 MB is set aside unread, and costs no memory; nor do those with next to nothing"
  )
  func huge() throws {
    let shop = try Shop()
    try shop.connection.execute(
      """
      update public.receipts set receipt = convert_to(repeat('MIIB', 150000000), 'UTF8')
      where receipt_id = 10;
      update public.receipts set receipt = null where receipt_id = 11;
      update public.receipts set receipt = '' where receipt_id = 12;
      update public.receipts set receipt = '0' where receipt_id = 13;
      """)
    let running = try shop.start(["run", "--full", "--jobs", "4"])
    let peak = try peak(running, status: 3)
    #expect(peak < 256, "\(peak) MB")
    let rows = try shop.connection.query(
      """
      select string_agg(verdict || '/' || reason, ' ' order by receipt_id) as words
      from audit.receipts where receipt_id in ('10', '11', '12', '13')
      """)
    #expect(
      try rows[0].text("words")
        == "quarantined/too-large empty/null empty/empty corrupt/not-a-receipt")
  }

  @Test("The length of a receipt is told without reading it")
  func unread() throws {
    let shop = try Shop()
    try shop.connection.execute(
      """
      alter table public.receipts alter column receipt set storage external;
      update public.receipts set receipt = decode(repeat('00', 3000000), 'hex')
      where receipt_id <= 10;
      delete from public.receipts where receipt_id > 10;
      """)
    let before = try chunksRead(shop)
    let run = try shop.audit(["run", "--max-receipt-size", "2M"])
    #expect(run.status == 3, "\(run.errors)")
    #expect(try shop.count("audit.quarantine where reason = 'too-large'") == 10)
    #expect(try chunksRead(shop) == before)
    #expect(try shop.audit(["quarantine", "retry"]).output.split(separator: "\n").count == 10)
    #expect(try shop.audit(["run"]).status == 0)
    #expect(try chunksRead(shop) > before)
  }

  /// Times that the parts of values too long for their rows were looked up.
  private func chunksRead(_ shop: Shop) throws -> Int64 {
    // What this session itself has done counts at once, and not within a second.
    try shop.connection.execute("select pg_stat_force_next_flush()")
    return try shop.connection.query(
      """
      select pg_stat_get_numscans(i.indexrelid) as scans
      from pg_class c join pg_index i on i.indrelid = c.reltoastrelid
      where c.oid = 'public.receipts'::regclass
      """)[0].int("scans") ?? 0
  }
}
