import ReceiptVerification

/// An app of the invented business, with what it sells.
struct StoreApp: Sendable {
  /// An auto-renewable subscription's plan.
  struct Plan: Sendable {
    var productID: String
    var itemID: Int64
    var period: Period
  }

  struct Product: Sendable {
    var productID: String
    var itemID: Int64
  }

  enum Period: Sendable {
    case week, month, year

    func end(from start: Int64) -> Int64 {
      switch self {
      case .week: start + 7 * ReceiptDate.day
      case .month: ReceiptDate.adding(months: 1, to: start)
      case .year: ReceiptDate.adding(months: 12, to: start)
      }
    }

    /// How long it lasts in the sandbox, where time runs fast.
    var sandboxSeconds: Int64 {
      switch self {
      case .week: 3 * ReceiptDate.minute
      case .month: 5 * ReceiptDate.minute
      case .year: ReceiptDate.hour
      }
    }
  }

  /// How many accounts may use one purchase, in the words of `audit.apps`.
  enum Sharing: String, Sendable {
    case keep, transfer, share

    var maxAccounts: Int {
      switch self {
      case .keep: 1
      case .transfer: 3
      case .share: 6
      }
    }
  }

  var bundleID: String
  var itemID: Int64
  var sharing: Sharing
  /// Whether its testers use the production system.
  var allowsSandbox = false
  /// The lower plan first; an upgrade goes to the next.
  var plans: [Plan]
  var consumables: [Product]
  var nonConsumables: [Product]

  static let meadow = all[0]
  static let lanterns = all[1]
  static let tidewatch = all[2]

  /// Those whose customers may share: the business has no quarrel with families there.
  static let familyApps = [meadow, lanterns]

  /// The same app under the name of a partner, which nobody listed among ours.
  var underPartnersName: StoreApp {
    var app = self
    app.bundleID += ".lite"
    app.sharing = .transfer
    app.allowsSandbox = false
    return app
  }

  static let all = [
    StoreApp(
      bundleID: "com.example.meadow", itemID: 6_443_100_001, sharing: .transfer,
      plans: [
        Plan(productID: "com.example.meadow.monthly", itemID: 6_443_100_101, period: .month),
        Plan(productID: "com.example.meadow.yearly", itemID: 6_443_100_102, period: .year),
      ],
      consumables: [
        Product(productID: "com.example.meadow.seeds100", itemID: 6_443_100_103),
        Product(productID: "com.example.meadow.seeds500", itemID: 6_443_100_104),
      ],
      nonConsumables: [Product(productID: "com.example.meadow.fullversion", itemID: 6_443_100_105)]),
    StoreApp(
      bundleID: "com.example.lanterns", itemID: 1_187_220_010, sharing: .share,
      allowsSandbox: true,
      plans: [
        Plan(productID: "lanterns_basic", itemID: 1_187_220_011, period: .month),
        Plan(productID: "lanterns_plus", itemID: 1_187_220_012, period: .month),
      ],
      consumables: [],
      nonConsumables: [
        Product(productID: "lanterns_archive", itemID: 1_187_220_013),
        Product(productID: "lanterns_night_theme", itemID: 1_187_220_014),
      ]),
    StoreApp(
      bundleID: "com.example.tidewatch", itemID: 1_502_330_020, sharing: .keep,
      plans: [
        Plan(productID: "com.example.tidewatch.weekly", itemID: 1_502_330_021, period: .week)
      ],
      consumables: [Product(productID: "com.example.tidewatch.chart", itemID: 1_502_330_022)],
      nonConsumables: [Product(productID: "com.example.tidewatch.pro", itemID: 1_502_330_023)]),
  ]
}
