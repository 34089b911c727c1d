import ReceiptVerification

/// What an audit of a population must say across receipts, for accounts that have to do with one
/// another. It is drawn from what the generator meant, row by row; dates are seconds since 1970.
public struct CaseTruth: Sendable, Equatable {
  /// What the case is, in one kebab-case word.
  public var label: String
  public var isFraud: Bool
  public var transactions: [TransactionTruth] = []
  public var cancellations: [CancellationTruth] = []
  public var lineages: [LineageTruth] = []
  public var accounts: [AccountTruth] = []
  public var findings: [FindingTruth] = []
}

/// A transaction of genuine receipts of our apps.
public struct TransactionTruth: Sendable, Equatable {
  public var environment: String
  public var bundleID: String
  public var transactionID: String
  /// Class in `audit.duplicate_transactions`; nil: it must not be there.
  public var repetition: String?
  public var receipts: Int
  public var accounts: Int
  public var firstSeen: Int64
  public var lastSeen: Int64
}

/// A purchase that is cancelled by the newest statement about it.
public struct CancellationTruth: Sendable, Equatable {
  public var environment: String
  public var bundleID: String
  public var productID: String
  public var transactionID: String
  public var originalTransactionID: String
  public var lineItem: Int64
  public var purchasedAt: Int64
  public var cancelledAt: Int64
  public var accountID: String?
  public var receiptID: Int64
  public var kind: String
}

/// A subscription lineage as it stands at `Population.asOf`.
public struct LineageTruth: Sendable, Equatable {
  public var environment: String
  public var bundleID: String
  public var originalTransactionID: String
  public var productID: String
  public var accountID: String?
  public var receiptID: Int64
  public var state: String
  public var startedAt: Int64
  public var expiresAt: Int64
  public var isInTrial: Bool
}

/// An account, and the accounts that something ties it to.
public struct AccountTruth: Sendable, Equatable {
  public var accountID: String
  /// The first account of its cluster in order of text; nil: it is in none.
  public var clusterID: String?
  public var clusterAccounts: Int?
}

/// A finding that must be open, by what it is about: a receipt's key, or environment, app and
/// transaction id separated by blanks.
public struct FindingTruth: Sendable, Equatable {
  public var rule: String
  public var severity: String
  public var subject: String
}

/// An app of ours, as a row of `audit.apps`.
public struct AppTruth: Sendable, Equatable {
  public var bundleID: String
  public var sharingPolicy: String
  public var isSandboxAllowed: Bool
}
