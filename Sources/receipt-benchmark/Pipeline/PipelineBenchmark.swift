import Foundation
import PostgreSQL

/// Fills two databases, a quarter and a whole, runs the tool on both and a night later once more,
/// and measures between them what reading, verifying and writing cost by themselves.
struct PipelineBenchmark {
  let conninfo: String
  let receipts: Int
  let distinct: Int

  func run() throws -> PipelineReport {
    let cluster = try BenchmarkCluster(conninfo: conninfo)
    let tool = try BenchmarkTool()
    let base = try cluster.database("receipt_benchmark_base")
    try log("minting \(distinct) receipts")
    try BenchmarkShop(base).mint(1...distinct)

    try log("a run of \(receipts / 4)")
    let quarter = try cluster.database("receipt_benchmark_quarter", copyOf: base)
    try BenchmarkShop(quarter).resize(to: receipts / 4, distinct: distinct)
    let small = try tool.run(quarter)
    try cluster.drop(quarter)

    let whole = try cluster.database("receipt_benchmark_whole", copyOf: base)
    try cluster.drop(base)
    try BenchmarkShop(whole).resize(to: receipts, distinct: distinct)
    try log("reading and verifying by themselves")
    let alone = AloneBenchmark(cluster: cluster, database: whole, receipts: receipts)
    let reading = try alone.reading()
    let verifying = try alone.verifying()
    try log("a run of \(receipts)")
    let (large, others) = try cluster.shareOfOthers { try tool.run(whole) }
    try log("writing by itself")
    let writing = try alone.writing()

    try cluster.vacuum(whole)
    try log("a night later")
    let more = max(10, receipts / 100)
    try BenchmarkShop(whole).mint(receipts + 1...receipts + more)
    let night = try tool.run(whole)
    try log("and one with nothing new")
    let idle = try tool.run(whole)
    try cluster.drop(whole)
    return PipelineReport(
      receipts: receipts, reading: reading, verifying: verifying, writing: writing, small: small,
      large: large, night: night, idle: idle, others: others, cores: activeProcessors)
  }

  private func log(_ words: String) throws {
    try FileHandle.standardError.write(contentsOf: Data("receipt-benchmark: \(words)\n".utf8))
  }
}
