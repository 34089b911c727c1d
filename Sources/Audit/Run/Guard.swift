import Foundation
import PostgreSQL

/// Looks at a run before readers do: verdicts that move wholesale are a fault of the host, the rules
/// or the anchors far more often than fraud.
///
/// Moves towards genuine pass: they accuse nobody.
struct Guard {
  /// Percentage points, and per cent of a signer's receipts, that verdicts may move.
  let percent: Double

  /// Below so many receipts beyond what is usual a share says nothing: a quiet night with a handful
  /// of forged receipts is a night like any other.
  static let leastReceipts = 10.0
  /// A genuine receipt hardly ever loses that, so fewer of them are worth a look.
  static let leastLost = 5

  /// Receipts of one kind, and those of them that are suspect.
  struct Share: Equatable {
    var receipts: Int64
    var suspect: Int64

    var percent: Double { receipts > 0 ? 100 * Double(suspect) / Double(receipts) : 0 }
  }

  /// What it compares: receipts that the run judged beside those that readers see, and receipts of
  /// signers that were genuine.
  struct Figures {
    var judged: Share
    var before: Share
    var signers: [(sha256: String, share: Share)]
  }

  /// What moved too far, as one line; nil where nothing did, or nothing was published before. What it
  /// went by is noted beside the run.
  func reason(run: RunRecord, _ connection: Connection) throws -> String? {
    guard let figures = try figures(run, connection) else { return nil }
    try record(figures, run, connection)
    let moved =
      ([reason(figures.judged, before: figures.before)]
      + figures.signers.map { reason($0.share, signer: $0.sha256) }).compactMap { $0 }
    guard !moved.isEmpty else { return nil }
    return moved.prefix(3).joined(separator: "; ")
      + (moved.count > 3 ? "; and of \(moved.count - 3) signers more" : "")
  }

  private func figures(_ run: RunRecord, _ connection: Connection) throws -> Figures? {
    let shares = try connection.query(JobStatement.guardShares.text, [.int8(run.runID)])
    guard shares.count == 1 else { return nil }
    func share(_ row: Row, _ receipts: String, _ suspect: String) throws -> Share {
      Share(receipts: try row.int(receipts) ?? 0, suspect: try row.int(suspect) ?? 0)
    }
    let signers = try connection.query(JobStatement.guardSigners.text, [.int8(run.runID)])
    return Figures(
      judged: try share(shares[0], "receipts", "suspect"),
      before: try share(shares[0], "receipts_before", "suspect_before"),
      signers: try (0..<signers.count).map { index in
        (
          try signers[index].text("signer_sha256") ?? "unknown",
          try share(signers[index], "receipts", "lost")
        )
      })
  }

  private func record(_ figures: Figures, _ run: RunRecord, _ connection: Connection) throws {
    try connection.query(
      JobStatement.recordGuard.text,
      [
        .int8(run.runID), .float8(percent), .int8(figures.judged.receipts),
        .int8(figures.judged.suspect), .int8(figures.before.receipts),
        .int8(figures.before.suspect),
        .textArray(figures.signers.map { String($0.share.suspect) }),
        .textArray(figures.signers.map { String($0.share.receipts) }),
        .textArray(figures.signers.map(\.sha256)),
      ])
  }

  /// Whether the judged receipts are worse than what readers see by more than the limit.
  func reason(_ judged: Share, before: Share) -> String? {
    guard before.receipts > 0, judged.percent - before.percent > percent else { return nil }
    let usual = Double(judged.receipts) * before.percent / 100
    guard Double(judged.suspect) - usual >= Self.leastReceipts else { return nil }
    return "\(judged.suspect) of \(judged.receipts) judged receipts are not genuine"
      + " (\(Self.text(judged.percent)) %, before \(Self.text(before.percent)) %)"
  }

  /// Whether more of a signer's receipts than the limit allows are not genuine any more.
  func reason(_ share: Share, signer: String) -> String? {
    guard share.suspect >= Self.leastLost, share.percent > percent else { return nil }
    return "\(share.suspect) of \(share.receipts) receipts of signer \(signer.prefix(16))"
      + " that were genuine are not any more"
  }

  private static func text(_ percent: Double) -> String { String(format: "%.1f", percent) }
}
