import PostgreSQL

extension AppCatalogue {
  /// Reads `audit.apps`.
  static func load(_ connection: Connection) throws -> AppCatalogue {
    let rows = try connection.query(JobStatement.apps.text)
    var apps = AppCatalogue()
    for index in 0..<rows.count {
      guard let bundleID = try rows[index].text("bundle_id") else { continue }
      apps.sandboxAllowed[BundleID(bundleID)] = try rows[index].bool("sandbox_allowed") ?? false
    }
    return apps
  }
}
