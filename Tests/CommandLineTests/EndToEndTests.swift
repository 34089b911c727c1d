import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("From receipts to lists, through the built programs", .serialized)
struct EndToEndTests {
  @Test("A minted population is audited, exported, and its labelled frauds are found")
  func population() throws {
    let shop = try Shop()
    let run = try shop.audit(["run", "--json"])
    #expect(run.status == 0, "\(run.errors)")
    let summary = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(summary["status"] as? String == "published")
    #expect(try shop.count("public.receipts") == summary["receipts"] as? Int)

    let labels = try shop.comparison()
    #expect(labels.count > 5)
    for label in labels {
      #expect(label.judgedRight == label.receipts, "\(label)")
      #expect(label.found == label.receipts, "\(label)")
      #expect(label.falseAlarms == 0, "\(label)")
    }
    for list in ["findings", "forged", "duplicates", "cancellations", "expired"] {
      let csv = try shop.audit(["export", list])
      let lines = try shop.audit(["export", list, "--format", "jsonl"])
      #expect(csv.status == 0 && lines.status == 0, "\(list): \(csv.errors)")
      let rows = lines.output.split(separator: "\n")
      #expect(!rows.isEmpty, "\(list)")
      #expect(csv.output.split(separator: "\r\n").count == rows.count + 1, "\(list)")
      for row in rows {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(row.utf8)) }
      }
    }
    for command in [["runs"], ["status"], ["rules"], ["check"], ["schema", "status"]] {
      let outcome = try shop.audit(command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      #expect(!outcome.output.isEmpty)
    }
  }

  @Test("A second run audits nothing, and a dry run says so beforehand")
  func secondRun() throws {
    let shop = try Shop()
    #expect(try shop.audit(["run"]).status == 0)
    let dry = try shop.audit(["run", "--dry-run"])
    #expect(dry.output.contains("0 receipts"), "\(dry.output)\(dry.errors)")
    let again = try shop.audit(["run", "--json"])
    #expect(again.output.contains("\"receipts\":0,"), "\(again.output)\(again.errors)")
  }

  @Test("Open findings at or above --fail-on end a run with 4")
  func failOn() throws {
    let shop = try Shop()
    #expect(try shop.audit(["run", "--fail-on", "critical"]).status == 4)
  }

  @Test("A run killed half way and started again ends with the tables of an undisturbed one")
  func killed() throws {
    let shop = try Shop()
    let options = ["run", "--batch-size", "10", "--jobs", "1"]
    let running = try shop.start(options)
    while try shop.count("audit.batches where status = 'done'") < 3, running.process.isRunning {
      usleep(2000)
    }
    kill(running.process.processIdentifier, SIGKILL)
    #expect(running.finish().status == 128 + SIGKILL)
    #expect(try shop.count("audit.receipts") == 0, "nothing is published yet")
    #expect(try shop.count("audit.batches where status <> 'done'") > 0)
    let again = try shop.audit(options)
    #expect(again.status == 0, "\(again.errors)")

    let other = try Shop()
    #expect(try other.audit(options).status == 0)
    for table in Shop.results {
      #expect(try shop.digest(table) == other.digest(table), "\(table)")
    }
  }

  @Test("SIGTERM ends a run with 143 and its state saved; the next run goes on from there")
  func terminated() throws {
    let shop = try Shop()
    let options = ["run", "--batch-size", "10", "--jobs", "1"]
    let running = try shop.start(options)
    while try shop.count("audit.batches where status = 'done'") < 1, running.process.isRunning {
      usleep(2000)
    }
    kill(running.process.processIdentifier, SIGTERM)
    let stopped = running.finish()
    #expect(stopped.status == 143, "\(stopped.errors)")
    #expect(try shop.count("audit.runs where status = 'interrupted'") == 1)
    let again = try shop.audit(options + ["--json"])
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.output.contains("\"continued\":true"))
  }

  @Test("A second run at the same time ends with 5")
  func locked() throws {
    let shop = try Shop()
    let running = try shop.start(["run", "--batch-size", "10", "--jobs", "1"])
    while try shop.count("audit.runs") == 0, running.process.isRunning { usleep(2000) }
    // Stopped, it keeps the lock for as long as it takes.
    kill(running.process.processIdentifier, SIGSTOP)
    let second = try shop.audit(["run"])
    kill(running.process.processIdentifier, SIGCONT)
    #expect(second.status == 5, "\(second.errors)")
    #expect(running.finish().status == 0)
  }

  @Test("A source view with a missing or mistyped column ends with 2, naming the column")
  func badSource() throws {
    let shop = try Shop()
    for (view, column) in Shop.badViews {
      try shop.connection.execute("drop view if exists audit.source; \(view)")
      for command in ["run", "check"] {
        let outcome = try shop.audit([command])
        #expect(outcome.status == 2, "\(command) \(view): \(outcome.errors)")
        #expect((outcome.errors + outcome.output).contains(column), "\(command) \(view)")
      }
    }
  }
}
