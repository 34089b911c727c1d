import Testing

/// Who may use whom. A change here is a change of the design: say why in its commit.
@Suite("Imports")
struct ImportTests {
  static let rooms: [String: Set<String>] = [
    "COpenSSL": [],
    "CPostgreSQL": [],
    "CXLSXWriter": [],
    "CAllocationCount": [],
    // One system call that Swift does not see.
    "CFileExchange": [],
    "OpenSSL": ["COpenSSL"],
    "ReceiptVerification": ["OpenSSL"],
    "PostgreSQL": ["CPostgreSQL"],
    "Audit": ["ReceiptVerification", "PostgreSQL", "SQLFiles"],
    // It takes the place of one of libxlsxwriter's functions, whose header it includes.
    "CTemporaryFile": [],
    // libxlsxwriter, as OpenSSL and PostgreSQL wrap theirs.
    "XLSX": ["CTemporaryFile", "CXLSXWriter"],
    // OpenSSL for digests alone: of the files of a report, and of account ids under a key. It
    // verifies nothing; the command line hands over what was verified.
    "Reports": ["CFileExchange", "OpenSSL", "PostgreSQL", "SQLFiles", "XLSX"],
    "receipt-audit": ["OpenSSL", "ReceiptVerification", "PostgreSQL", "Audit", "Reports", "XLSX"],
    "ReceiptForge": ["OpenSSL", "ReceiptVerification"],
    // The forge's business in a database, for whoever compares an audit with its truth.
    "ReceiptPopulation": ["ReceiptForge", "PostgreSQL", "SQLFiles"],
    "receipt-forge": [
      "OpenSSL", "ReceiptVerification", "ReceiptForge", "ReceiptPopulation", "PostgreSQL",
    ],
    "CHeapUsage": [],
    "receipt-soak": [
      "Audit", "CHeapUsage", "ReceiptVerification", "ReceiptForge", "PostgreSQL",
    ],
    "receipt-benchmark": [
      "CAllocationCount", "OpenSSL", "ReceiptVerification", "PostgreSQL", "Audit", "Reports",
      "ReceiptForge", "ReceiptPopulation", "SQLFiles", "XLSX",
    ],
  ]

  /// What comes with Swift. The package has no other dependencies.
  static let toolchain: Set<String> = [
    "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Synchronization",
  ]

  @Test("Each room has a row in the import table, and each row has its room")
  func everyRoomIsInTheTable() throws {
    #expect(try Set(Project.directories(in: "Sources")) == Set(Self.rooms.keys))
  }

  @Test("A room imports what its row in the table allows")
  func importsFollowTheTable() throws {
    let imports = try Project.imports()
    #expect(imports.contains { $0.module == "COpenSSL" }, "the imports were not found")
    for line in imports where !Self.toolchain.contains(line.module) {
      #expect(Self.rooms[line.room]?.contains(line.module) == true, "\(line)")
    }
  }

  @Test("No C type leaves the wrapper of its library")
  func cLibrariesAreImportedInternally() throws {
    for line in try Project.imports()
    where ["COpenSSL", "CPostgreSQL", "CXLSXWriter"].contains(line.module) {
      #expect(!line.line.contains("public"), "\(line)")
      #expect(!line.line.contains("package"), "\(line)")
      #expect(!line.line.contains("@_exported"), "\(line)")
    }
  }

  @Test("Verification reads no clock, no file, no environment and no network")
  func verificationIsAFunctionOfItsInput() throws {
    let outside = try Regex(
      #"\bDate\(\)|\bDate\.now\b|Clock\b|\bDispatchTime\b|\btime\(nil|\bclock_gettime\b"#
        + #"|\bFileManager\b|\bFileHandle\b|\bcontentsOf:|\bfopen\b|\bProcessInfo\b|\bgetenv\b"#
        + #"|\bURLSession\b"#)
    for file in try Project.swiftFiles(below: "Sources/ReceiptVerification") {
      for line in try Project.lines(file) where try outside.firstMatch(in: line) != nil {
        // `append(contentsOf:)` takes a collection, not a file.
        let isAppend = line.contains("append(contentsOf:") || line.contains("insert(contentsOf:")
        #expect(isAppend, "\(file): \(line)")
      }
    }
  }
}
