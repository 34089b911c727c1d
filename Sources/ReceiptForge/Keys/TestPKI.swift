public import OpenSSL

/// A hierarchy in the shape of Apple's: a root, intermediates and receipt leaves of both eras.
///
/// Everything in it is the same in every process: fixed keys, serials and dates.
public struct TestPKI: Sendable {
  public let root: TestIdentity
  /// What signs StoreKit 2's tokens, under a root of its own.
  public let tokens: TokenPKI
  private let organisation: String
  private let keys: Keys
  private let chains: [Generation: SigningChain]

  /// The keys of one hierarchy.
  struct Keys: Sendable {
    var root: PrivateKey
    var intermediate: PrivateKey
    var sha1Leaf: PrivateKey
    var sha256Leaf: PrivateKey

    func leaf(_ era: Era) -> PrivateKey { era == .sha1 ? sha1Leaf : sha256Leaf }
  }

  /// The hierarchy whose root a test run is told to trust.
  public static var standard: TestPKI { get throws { try shared.get() } }

  /// An attacker's hierarchy under names of its own.
  public static var foreign: TestPKI { get throws { try sharedForeign.get() } }

  /// An attacker's hierarchy under exactly the names and serials of the standard one.
  public static var lookalike: TestPKI { get throws { try sharedLookalike.get() } }

  private static let shared = Result {
    try TestPKI(
      organisation: standardOrganisation, tokens: TokenPKI.standard,
      keys: Keys(
        root: PrivateKey(pem: TestKeys.root), intermediate: PrivateKey(pem: TestKeys.intermediate),
        sha1Leaf: PrivateKey(pem: TestKeys.leafSHA1),
        sha256Leaf: PrivateKey(pem: TestKeys.leafSHA256)))
  }
  private static let sharedForeign = Result {
    try TestPKI(
      organisation: "Foreign Test Inc.", tokens: TokenPKI.foreign, keys: foreignKeys.get())
  }
  private static let sharedLookalike = Result {
    try TestPKI(
      organisation: standardOrganisation, tokens: TokenPKI.lookalike, keys: foreignKeys.get())
  }
  private static let foreignKeys = Result {
    let leaf = try PrivateKey(pem: TestKeys.foreignLeaf)
    return Keys(
      root: try PrivateKey(pem: TestKeys.foreignRoot),
      intermediate: try PrivateKey(pem: TestKeys.foreignIntermediate), sha1Leaf: leaf,
      sha256Leaf: leaf)
  }
  private static let standardOrganisation = "Receipt Audit Test"

  /// A key that belongs to no certificate of any hierarchy, for certificates of a test's own.
  public static var otherKey: PrivateKey { get throws { try sharedOtherKey.get() } }
  private static let sharedOtherKey = Result { try PrivateKey(pem: TestKeys.otherLeaf) }

  /// What stands in for Xcode's signer, which is outside every hierarchy.
  public static var storeKit: TestIdentity { get throws { try sharedStoreKit.get() } }
  private static let sharedStoreKit = Result {
    try TestIdentity.selfSigned(
      CertificateTemplates.storeKit, key: PrivateKey(pem: TestKeys.storeKit))
  }

  private init(organisation: String, tokens: TokenPKI, keys: Keys) throws {
    self.organisation = organisation
    self.tokens = tokens
    self.keys = keys
    let root = try TestIdentity.selfSigned(
      CertificateTemplates.root(organisation: organisation), key: keys.root)
    self.root = root
    var chains: [Generation: SigningChain] = [:]
    for generation in Generation.allCases {
      chains[generation] = try Self.makeChain(
        generation, organisation, keys, root, { _ in }, { _ in })
    }
    self.chains = chains
  }

  /// The DER of the root that receipts end at.
  public var rootCertificate: [UInt8] { root.certificate }

  /// The roots of receipts and of tokens in PEM: what `--trust-anchor` is given.
  public var rootPEM: String {
    PEM.certificate(root.certificate) + PEM.certificate(tokens.root.certificate)
  }

  /// The chain of one generation.
  public func chain(_ generation: Generation) -> SigningChain {
    guard let chain = chains[generation] else {
      preconditionFailure("every generation has a chain")
    }
    return chain
  }

  /// The chain that a receipt of that era and moment is signed with.
  public func chain(_ era: Era, at seconds: Int64) -> SigningChain {
    chain(Generation.of(era, at: seconds))
  }

  /// A chain whose certificates differ from the generation's in what the closures change.
  public func chain(
    _ generation: Generation, leaf: (inout CertificateTemplate) -> Void = { _ in },
    intermediate: (inout CertificateTemplate) -> Void = { _ in }
  ) throws -> SigningChain {
    try Self.makeChain(generation, organisation, keys, root, leaf, intermediate)
  }

  /// What the generation's leaf says, for certificates of a test's own.
  public func leafTemplate(_ generation: Generation) -> CertificateTemplate {
    CertificateTemplates.leaf(generation, organisation: organisation)
  }

  private static func makeChain(
    _ generation: Generation, _ organisation: String, _ keys: Keys, _ root: TestIdentity,
    _ changeLeaf: (inout CertificateTemplate) -> Void,
    _ changeIntermediate: (inout CertificateTemplate) -> Void
  ) throws -> SigningChain {
    var template = CertificateTemplates.intermediate(generation, organisation: organisation)
    changeIntermediate(&template)
    let intermediate = try root.issue(template, key: keys.intermediate)
    var leafTemplate = CertificateTemplates.leaf(generation, organisation: organisation)
    changeLeaf(&leafTemplate)
    let leaf = try intermediate.issue(leafTemplate, key: keys.leaf(generation.era))
    return SigningChain(leaf: leaf, intermediate: intermediate, root: root)
  }
}
