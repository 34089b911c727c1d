import Audit
import PostgreSQL

/// A store that goes through random nights: new, late, changed and repeated receipts, thrown away
/// runs, changed policies, judgements of people, and an as-of that moves.
struct RandomNights {
  /// A stored receipt with its purchases, as it stands after the last night.
  struct Stored {
    var receipt: StoredReceipt
    var purchases: [StoredPurchase]
  }

  var store: AuditedStore
  private(set) var asOf: String
  /// Nights that compared only what they reached.
  private(set) var incremental = 0
  /// Whether the last night's run was thrown away: what people said of findings meanwhile stays.
  private(set) var isThrownAway = false
  private var stored: [String: Stored] = [:]
  private var random: Seeded
  private var day = 40
  private var receipts = 0

  init(seed: UInt64) throws {
    random = Seeded(state: seed)
    asOf = Self.date(day)
    store = try AuditedStore(asOf: asOf)
    for bundleID in Self.bundles {
      for account in ["1", "2"] { try add(account: account, bundleID: bundleID) }
    }
    try store.publish()
  }

  /// One night; now and then its run is thrown away, or compared twice.
  mutating func night() throws {
    let before = stored
    let dayBefore = day
    day += random.below(3) == 0 ? 0 : 1 + random.below(12)
    asOf = Self.date(day)
    try store.startRun(asOf: asOf)
    for _ in 0..<random.below(5) { try add() }
    for _ in 0..<random.below(3) { try change() }
    if random.below(4) == 0 { try dispose() }
    isThrownAway = random.below(6) == 0
    if !isThrownAway, random.below(5) == 0 { try changePolicy() }
    if random.below(5) == 0 { try store.compare() }
    if isThrownAway {
      try store.discard()
      (stored, day) = (before, dayBefore)
      asOf = Self.date(day)
    } else if try store.publish() == .incremental {
      incremental += 1
    }
  }

  /// What is stored now, audited once in a database of its own.
  func retold() throws -> AuditedStore {
    let fresh = try AuditedStore(asOf: asOf)
    let apps = try store.connection.query(
      "select bundle_id, sharing_policy, max_accounts, sandbox_allowed from audit.apps")
    for index in 0..<apps.count {
      try fresh.connection.query(
        "insert into audit.apps (bundle_id, sharing_policy, max_accounts, sandbox_allowed) values ($1, $2, $3, $4)",
        [
          .text(try apps[index].text("bundle_id") ?? ""),
          .text(try apps[index].text("sharing_policy") ?? ""),
          try apps[index].int("max_accounts").map { .int4(Int32($0)) } ?? .null,
          .bool(try apps[index].bool("sandbox_allowed") ?? false),
        ])
    }
    for (_, one) in stored.sorted(by: { $0.key > $1.key }) {
      try fresh.add(one.receipt, one.purchases)
      try Self.findings(of: one.receipt, in: fresh)
    }
    try fresh.publish()
    return fresh
  }

  // MARK: What a night brings

  private static let bundles = ["com.example.one", "com.example.two"]

  /// A day of 2026 counted from its first, at noon.
  private static func date(_ day: Int, hour: Int = 12) -> String {
    let clamped = max(0, day)
    let month = 1 + clamped / 28 % 12
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(2026 + clamped / 336)-\(digits(month))-\(digits(1 + clamped % 28))T\(digits(hour)):00:00Z"
  }

  private mutating func add(account: String? = nil, bundleID: String? = nil) throws {
    receipts += 1
    let created = random.below(4) == 0 ? day - random.below(30) : day
    let id = "r\(receipts)"
    let isKnown = account != nil
    let receipt = StoredReceipt(
      id: id,
      account: account ?? (random.below(8) == 0 ? nil : "\(1 + random.below(6))"),
      created: random.below(12) == 0 ? nil : Self.date(created, hour: random.below(24)),
      environment: isKnown ? "production" : environment(),
      bundleID: bundleID ?? Self.bundles[random.below(2)],
      verdict: !isKnown && random.below(8) == 0 ? "forged" : "genuine",
      signer: isKnown ? "signer-a" : signer(),
      payload: random.below(5) == 0 ? "payload-\(random.below(3))" : nil,
      download: Int64(random.below(9)))
    try put(Stored(receipt: receipt, purchases: purchases()))
  }

  private mutating func change() throws {
    let ids = stored.keys.sorted()
    guard let old = stored[ids[random.below(ids.count)]] else { return }
    // A receipt of this night has been judged once; workers judge none twice in a run.
    let runs = try store.connection.query(
      "select count(*) as n from audit_data.receipts where receipt_id = $1 and run_id = $2",
      [.text(old.receipt.id), .int8(store.runID)])
    guard try runs[0].int("n") == 0 else { return }
    try store.supersede(old.receipt.id)
    var new = old
    switch random.below(10) {
    case 0, 1: new.receipt.verdict = old.receipt.verdict == "genuine" ? "corrupt" : "genuine"
    case 2: new.purchases = purchases()
    case 3: new.receipt.account = "\(1 + random.below(6))"
    case 4: new.receipt.environment = environment()
    case 5: new.receipt.bundleID = Self.bundles[random.below(2)]
    case 6: new.receipt.download = Int64(random.below(9))
    case 7: new.receipt.signer = signer()
    // As it is mostly: a newer receipt of the same installation.
    case 8:
      new.receipt.created = Self.date(day, hour: random.below(24))
      new.receipt.payload = nil
      new.purchases += purchases()
    default: break
    }
    try put(new)
  }

  private mutating func environment() -> String {
    ["sandbox", "xcode"].dropFirst(random.below(8)).first ?? "production"
  }

  private mutating func signer() -> String {
    "signer-\(["b", "c"].dropFirst(random.below(9)).first ?? "a")"
  }

  private mutating func put(_ one: Stored) throws {
    stored[one.receipt.id] = one
    try store.add(one.receipt, one.purchases)
    try Self.findings(of: one.receipt, in: store)
  }

  private static func findings(of receipt: StoredReceipt, in store: AuditedStore) throws {
    if receipt.verdict == "forged" {
      try store.addFinding("forged-receipt", receipt: receipt.id, evidence: ["reason": "r"])
    }
    if receipt.verdict == "genuine", receipt.environment == "sandbox" {
      let allowed =
        "select count(*) as n from audit.apps where sandbox_allowed and bundle_id = $1"
      guard try store.connection.query(allowed, [.text(receipt.bundleID)])[0].int("n") == 0
      else { return }
      try store.addFinding("sandbox-receipt", receipt: receipt.id, severity: "warning")
    }
  }

  private mutating func dispose() throws {
    try store.connection.query(
      "insert into audit.dispositions (finding_id, disposition) select finding_id, 'accepted' from audit.findings where status = 'open' order by finding_id limit 2"
    )
  }

  private mutating func changePolicy() throws {
    let policy = ["keep", "transfer", "share"][random.below(3)]
    try store.connection.query("delete from audit.apps")
    for bundleID in Self.bundles where random.below(4) > 0 {
      try store.connection.query(
        "insert into audit.apps (bundle_id, sharing_policy, sandbox_allowed) values ($1, $2, $3)",
        [.text(bundleID), .text(policy), .bool(random.below(2) == 0)])
    }
  }

  /// Some of the store's purchases, as one receipt may state them.
  private mutating func purchases() -> [StoredPurchase] {
    (0..<random.below(6)).map { _ in purchase() }
  }

  private mutating func purchase() -> StoredPurchase {
    let number = random.below(5)
    switch random.below(10) {
    case 0: return StoredPurchase(id: "50\(number)")
    case 8:
      // Older formats leave out what the purchase goes back to.
      return StoredPurchase(
        id: "80\(number)", hasOriginal: false, lineItem: 800 + number / 2, product: "season",
        type: nil)
    case 9:
      // What cannot be read is not stated.
      let (id, original) = (random.below(2), random.below(2))
      return StoredPurchase(
        id: id == 0 ? "90\(number)" : nil, original: "9000", hasOriginal: original == 0,
        lineItem: random.below(2) * (100 + number), product: random.below(3) == 0 ? nil : "gold",
        type: random.below(2) == 0 ? nil : "auto-renewable-subscription",
        expires: random.below(2) == 0 ? Self.date(number * 10 + 10) : nil)
    case 1:
      return StoredPurchase(
        id: random.below(3) == 0 ? "70\(number)" : "60\(number)", original: "60\(number)",
        product: "level", type: "non-consumable")
    case 2:
      // A restore of a period under a transaction id of its own, or under another original.
      return .period(
        "91\(number)", lineItem: 100 + number, from: Self.date(number * 10),
        to: Self.date(number * 10 + 10), original: random.below(3) == 0 ? "9001" : "9000")
    default:
      let lineage = random.below(3)
      var period = StoredPurchase.period(
        "90\(lineage)\(number)", lineItem: 100 * (lineage + 1) + number,
        from: Self.date(number * 10), to: Self.date(number * 10 + 10 + random.below(8) / 6 * 20),
        cancelled: random.below(7) == 0 ? Self.date(number * 10 + 5) : nil,
        product: random.below(12) == 0 ? "platinum" : "gold", original: "900\(lineage)",
        isTrial: number == 0)
      if random.below(9) == 0 { period.cancelled = Self.date(number * 10 + 10) }
      return period
    }
  }
}

/// The same numbers for the same seed (SplitMix64).
struct Seeded {
  var state: UInt64

  /// A number from 0 up to and without the bound.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(mixed % UInt64(bound))
  }
}
