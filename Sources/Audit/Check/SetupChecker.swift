import Foundation
public import PostgreSQL
public import ReceiptVerification

/// Looks at everything that a run needs, and says what is wrong with it and what to do.
public struct SetupChecker {
  private let settings: ConnectionSettings
  private let anchors: TrustAnchors

  /// The names of all checks, in their order.
  private static let afterConnection = [
    "server-version", "session", "encryption", "role", "schema", "privileges", "source-view",
    "source-rows", "clock",
  ]
  /// The oldest server that the statements are written for.
  private static let oldestServer: Int64 = 130_000
  /// Host and server may differ so much before it is worth a word.
  private static let clockTolerance = 60.0

  public init(settings: ConnectionSettings, anchors: TrustAnchors) {
    self.settings = settings
    self.anchors = anchors
  }

  /// All checks; a set-up is good when none of them has failed.
  public func run() -> [SetupCheck] {
    do {
      let connection = try AuditSession.open(settings)
      let facts = try connection.query(JobStatement.sessionFacts.text)[0]
      let place = "\(try facts.text("database") ?? "") as \(try facts.text("role") ?? "")"
      return [SetupCheck("connection", .ok, "database \(place)")]
        + checks(connection, facts) + [anchorCheck(), libraryCheck()] + HostProof.checks()
    } catch {
      let error = AuditError(wrapping: error)
      return [SetupCheck("connection", .failed, error.message, remedy: error.remedy)]
        + Self.afterConnection.map { SetupCheck($0, .skipped, "no connection") }
        + [anchorCheck(), libraryCheck()] + HostProof.checks()
    }
  }

  private func checks(_ connection: Connection, _ facts: Row) -> [SetupCheck] {
    let view = SetupCheck.of("source-view") { try sourceView(connection) }
    return [
      .of("server-version") { try serverVersion(facts) },
      .of("session") {
        try PoolerProof.require(connection, settings)
        return "one for the whole connection"
      },
      encryption(facts),
      role(connection),
      .of("schema") {
        try Schema.requireCurrent(connection)
        return "up to date"
      },
      .of("privileges") { try privileges(connection) },
      view,
      view.outcome == .ok
        ? .of("source-rows") { try sourceRows(connection) }
        : SetupCheck("source-rows", .skipped, "the view is not as it must be"),
      clock(facts),
    ]
  }

  private func serverVersion(_ facts: Row) throws -> String {
    let version = try facts.text("version") ?? "unknown"
    guard try facts.int("version_number") ?? 0 >= Self.oldestServer else {
      throw AuditError.configuration("PostgreSQL \(version); 13 or newer is needed")
    }
    return "PostgreSQL \(version)"
  }

  private func encryption(_ facts: Row) -> SetupCheck {
    do {
      if try facts.bool("is_local") == true { return SetupCheck("encryption", .ok, "Unix socket") }
      if try facts.bool("is_encrypted") == true { return SetupCheck("encryption", .ok, "TLS") }
      return SetupCheck(
        "encryption", .notice, "receipts and account ids travel in the clear",
        remedy: "connect with sslmode=verify-full")
    } catch {
      return SetupCheck("encryption", .failed, "\(error)")
    }
  }

  /// A run needs to read the source and to write its own tables, and nothing beyond.
  private func role(_ connection: Connection) -> SetupCheck {
    do {
      let row = try connection.query(JobStatement.rolePowers.text)[0]
      var powers: [String] = []
      if try row.bool("is_superuser") == true { powers.append("is a superuser") }
      let owned = try row.text("owned") ?? ""
      if !owned.isEmpty { powers.append("owns \(owned)") }
      let writable = try row.text("writable") ?? ""
      if !writable.isEmpty { powers.append("may write to \(writable)") }
      guard !powers.isEmpty else {
        return SetupCheck("role", .ok, "may do nothing to the source but read it")
      }
      return SetupCheck(
        "role", .notice, "the role \(powers.joined(separator: ", "))",
        remedy: "run with a role of its own: sql/roles.sql makes receipt_audit_worker to grant")
    } catch {
      return SetupCheck("role", .failed, "\(error)")
    }
  }

  private func privileges(_ connection: Connection) throws -> String {
    let rows = try connection.query(JobStatement.missingPrivileges.text)
    guard rows.count > 0 else { return "the audit tables can be written" }
    let names = try (0..<rows.count).compactMap { try rows[$0].text("table_name") }
    throw AuditError.configuration(
      "cannot read, write or use " + names.joined(separator: ", "),
      remedy: "run `receipt-audit schema up`, or grant this role what sql/roles.sql grants")
  }

  private func sourceView(_ connection: Connection) throws -> String {
    let view = try SourceView.inspect(connection)
    let optional = [view.hasBundleID ? "bundle_id" : nil, view.hasDeviceID ? "device_id" : nil]
    let present = optional.compactMap { $0 }
    return "receipt_id is \(view.keyType.rawValue)"
      + (present.isEmpty ? "" : "; with \(present.joined(separator: " and "))")
  }

  private func sourceRows(_ connection: Connection) throws -> String {
    let seen = try connection.query(JobStatement.probeSource.text)[0].int("seen")
    return seen == 0 ? "readable, and empty" : "readable"
  }

  private func clock(_ facts: Row) -> SetupCheck {
    do {
      let server = Double(try facts.timestamp("clock") ?? 0) / 1e6
      let skew = Date().timeIntervalSince1970 - server
      guard abs(skew) > Self.clockTolerance else {
        return SetupCheck("clock", .ok, "host and database agree")
      }
      return SetupCheck(
        "clock", .notice, "host and database differ by \(Int(skew)) s; only the database's counts",
        remedy: "check the time service of both")
    } catch {
      return SetupCheck("clock", .failed, "\(error)")
    }
  }

  private func anchorCheck() -> SetupCheck {
    let fingerprints = anchors.fingerprints
    guard !fingerprints.isEmpty else {
      return SetupCheck("anchors", .failed, "no trust anchor: nothing could be genuine")
    }
    return SetupCheck("anchors", .ok, fingerprints.joined(separator: " "))
  }

  private func libraryCheck() -> SetupCheck {
    SetupCheck("library", .ok, ReceiptVerifier.libraryVersion)
  }
}
