// swift-tools-version: 6.2
import PackageDescription

/// One list for every target but the C libraries' wrappers.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The wrappers hold C pointers: that is what they are for.
let wrapperSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: wrapperSettings)
}

/// Only where jobs/fuzz asks for it: libFuzzer brings a main of its own.
let fuzzTargets: [Target] =
  Context.environment["RECEIPT_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "receipt-fuzz", dependencies: ["ReceiptForge", "ReceiptVerification"],
      path: "Tests/Fuzz", exclude: ["Seeds", "leaks.txt"],
      swiftSettings: wrapperSettings + [.unsafeFlags(["-parse-as-library"])])
  ]

let package = Package(
  name: "receipt-audit",
  products: [
    .executable(name: "receipt-audit", targets: ["receipt-audit"]),
    .executable(name: "receipt-forge", targets: ["receipt-forge"]),
    // Preloaded by a test: a host that refuses SHA-1.
    .library(name: "RefusedSHA1", type: .dynamic, targets: ["RefusedSHA1"]),
    // Preloaded by tests: a disk that fails.
    .library(name: "FailingSync", type: .dynamic, targets: ["FailingSync"]),
  ],
  targets: [
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
    .target(
      name: "OpenSSL", dependencies: ["COpenSSL"], swiftSettings: wrapperSettings),
    .target(
      name: "PostgreSQL", dependencies: ["CPostgreSQL"], swiftSettings: wrapperSettings),
    // Stands in front of libxlsxwriter's temporary files to see what they meet.
    .target(name: "CTemporaryFile", dependencies: ["CXLSXWriter"]),
    .target(
      name: "XLSX", dependencies: ["CTemporaryFile", "CXLSXWriter"],
      swiftSettings: wrapperSettings),
    .target(name: "CFileExchange"),
    .target(name: "SQLFiles", path: "sql"),
    room("ReceiptVerification", ["OpenSSL"]),
    room("Audit", ["ReceiptVerification", "PostgreSQL", "SQLFiles"]),
    room("Reports", ["CFileExchange", "OpenSSL", "PostgreSQL", "SQLFiles", "XLSX"]),
    room("ReceiptForge", ["OpenSSL", "ReceiptVerification"]),
    room("ReceiptPopulation", ["ReceiptForge", "PostgreSQL", "SQLFiles"]),
    .executableTarget(
      name: "receipt-audit",
      dependencies: ["Audit", "Reports", "ReceiptVerification", "PostgreSQL", "OpenSSL", "XLSX"],
      swiftSettings: settings),
    .executableTarget(
      name: "receipt-forge", dependencies: ["ReceiptForge", "ReceiptPopulation", "PostgreSQL"],
      swiftSettings: settings),

    // Stands in front of malloc to count; in nothing but the benchmark.
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "receipt-benchmark",
      dependencies: [
        "CAllocationCount", "OpenSSL", "ReceiptForge", "ReceiptPopulation", "ReceiptVerification",
        "PostgreSQL", "Audit", "Reports", "SQLFiles", "XLSX",
      ],
      swiftSettings: settings),

    // Long trials, started by jobs/soak.
    .target(name: "CHeapUsage"),
    .executableTarget(
      name: "receipt-soak",
      dependencies: ["Audit", "CHeapUsage", "PostgreSQL", "ReceiptForge", "ReceiptVerification"],
      swiftSettings: settings),

    // What tests share: a database of their own for each suite.
    .target(
      name: "TestSupport", dependencies: ["PostgreSQL", "Audit"], path: "Tests/TestSupport",
      swiftSettings: wrapperSettings),
    .target(name: "RefusedSHA1", dependencies: ["COpenSSL"], path: "Tests/RefusedSHA1"),
    .target(name: "FailingSync", path: "Tests/FailingSync"),
    tests("ArchitectureTests", []),
    tests("OpenSSLTests", ["OpenSSL"]),
    tests("PostgreSQLTests", ["PostgreSQL", "TestSupport"]),
    tests(
      "ReceiptVerificationTests", ["ReceiptVerification", "OpenSSL", "COpenSSL", "ReceiptForge"]),
    tests("ReceiptForgeTests", ["ReceiptForge", "ReceiptVerification", "OpenSSL"]),
    tests(
      "AuditTests",
      [
        "Audit", "OpenSSL", "ReceiptForge", "ReceiptPopulation", "ReceiptVerification",
        "PostgreSQL", "TestSupport",
      ]),
    tests(
      "ReportsTests",
      ["Reports", "Audit", "OpenSSL", "PostgreSQL", "ReceiptForge", "TestSupport", "XLSX"],
      exclude: ["Golden"]),
    tests(
      "CommandLineTests",
      [
        "TestSupport", "PostgreSQL", "ReceiptForge", "ReceiptVerification", "receipt-audit",
        "receipt-forge", "receipt-soak",
      ]),
  ] + fuzzTargets,
  cLanguageStandard: .c2x
)
