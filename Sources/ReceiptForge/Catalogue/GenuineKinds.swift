extension ReceiptKind {
  static let genuineKinds: [ReceiptKind] = [
    ReceiptKind("genuine-sha256", "SHA-256 end to end, as Apple signs since 2023", .ok) {
      try $0.mint($1, era: .sha256)
    },
    ReceiptKind("genuine-sha1", "SHA-1 end to end, as Apple signed until 2025", .ok) {
      try $0.mint($1, era: .sha1)
    },
    ReceiptKind("sha1-digest-sha256-chain", "SHA-1 digest under a SHA-256 leaf", .ok) {
      try $0.mint($1, chain: $0.chain(.sha256First), digest: .sha1)
    },
    ReceiptKind("sha256-digest-sha1-chain", "SHA-256 digest under a SHA-1 leaf", .ok) {
      try $0.mint($1, chain: $0.chain(.sha1Second), digest: .sha256)
    },
    ReceiptKind("nothing-bought", "no in-app purchase at all", .ok, findings: ["no-purchases"]) {
      var draft = $1
      draft.purchases = []
      return try $0.mint(draft)
    },
    ReceiptKind(
      "sandbox", "a sandbox receipt under the same leaves", .ok, findings: ["sandbox-receipt"]
    ) {
      var draft = ReceiptDraft(
        bundleID: $1.bundleID ?? "", store: .sandbox, purchases: $1.purchases)
      for index in draft.purchases.indices { draft.purchases[index].productItemID = 0 }
      return try $0.mint(draft, era: .sha256)
    },
    ReceiptKind("xcode", "made by Xcode's StoreKit testing: its own signer, BER", .xcodeTestSigner)
    {
      try $0.mint(.xcodeSample(bundleID: $1.bundleID ?? ""))
    },
    ReceiptKind("bag-reversed", "certificates embedded root first", .ok) {
      var container = try $0.container(for: $1)
      container.certificates.reverse()
      return try container.encoded()
    },
    ReceiptKind("root-omitted", "the root is not embedded, the anchor file has it", .ok) {
      var container = try $0.container(for: $1)
      container.certificates.removeLast()
      return try container.encoded()
    },
    ReceiptKind(
      "same-serial-other-issuer", "another certificate of the leaf's serial in the bag", .ok,
      findings: ["non-canonical-encoding"]
    ) {
      let stray = try TestPKI.foreign.root.issue(
        $0.leafTemplate(.sha256First), key: TestPKI.otherKey)
      var container = try $0.container(for: $1, era: .sha256)
      container.certificates.insert(stray.certificate, at: 0)
      return try container.encoded()
    },
  ]
}

extension ReceiptDraft {
  /// What Xcode makes for a subscription bought in local testing.
  public static func xcodeSample(bundleID: String) -> ReceiptDraft {
    ReceiptDraft(
      bundleID: bundleID, store: .xcode,
      purchases: [
        .subscription(
          "\(bundleID).monthly", transactionID: "0", lineItem: 0, from: "2023-06-01T09:59:58Z",
          until: "4001-01-01T00:00:00Z")
      ])
  }
}
