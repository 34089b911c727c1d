import Audit
import OpenSSL
import PostgreSQL
import Reports

/// What this program is made of, at run time.
enum Version {
  static func text(json: Bool) -> String {
    let versions = [
      ("receipt-audit", ToolVersion.tool), ("openssl", OpenSSL.runtimeVersion),
      ("libpq", PostgreSQL.clientVersion),
    ]
    if json { return JSONText.object(versions.map { ($0, JSONText.quoted($1)) }) + "\n" }
    return versions.map { "\($0) \($1)\n" }.joined()
  }
}
