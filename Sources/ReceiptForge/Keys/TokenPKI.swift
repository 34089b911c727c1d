public import OpenSSL

/// One leaf of the hierarchy that signs tokens, with the validity of its real model.
public enum TokenGeneration: String, Sendable, CaseIterable {
  /// Modelled on the leaf of 2021.
  case first
  /// Modelled on the leaf of 2023.
  case second
  /// Modelled on the leaf of 2025.
  case third

  /// Seconds since 1970, both ends included.
  public var leafValidity: ClosedRange<Int64> {
    switch self {
    case .first: ReceiptDate.at("2021-08-25T02:50:34Z")...ReceiptDate.at("2023-09-24T02:50:33Z")
    case .second: ReceiptDate.at("2023-09-12T19:51:53Z")...ReceiptDate.at("2025-10-11T19:51:52Z")
    case .third: ReceiptDate.at("2025-09-19T19:44:51Z")...ReceiptDate.at("2027-10-13T17:47:23Z")
    }
  }

  /// The last generation whose leaf is valid then; the nearest where none is.
  public static func at(_ seconds: Int64) -> TokenGeneration {
    allCases.last { $0.leafValidity.lowerBound <= seconds } ?? .first
  }

  /// Unlike any other certificate's of the hierarchy.
  var leafSerial: [UInt8] {
    [0x47] + Array(repeating: 0x6B, count: 14) + [UInt8(Self.allCases.firstIndex(of: self) ?? 0)]
  }
}

/// A hierarchy in the shape of the one that signs tokens: root and intermediate over P-384 (Apple's
/// Root CA - G3 and G6), leaves over P-256.
public struct TokenPKI: Sendable {
  public let root: TestIdentity
  public let intermediate: TestIdentity
  private let leafKey: PrivateKey
  private let organisation: String
  private let chains: [TokenGeneration: SigningChain]

  /// The hierarchy whose root a test run is told to trust.
  public static var standard: TokenPKI { get throws { try shared.get() } }
  /// An attacker's hierarchy under names of its own.
  public static var foreign: TokenPKI { get throws { try sharedForeign.get() } }
  /// An attacker's hierarchy under exactly the names and serials of the standard one.
  public static var lookalike: TokenPKI { get throws { try sharedLookalike.get() } }
  /// What stands in for Xcode's signer: self-signed, made for one test session.
  public static var storeKit: TestIdentity { get throws { try sharedStoreKit.get() } }
  /// A key that belongs to no certificate of any hierarchy.
  public static var otherKey: PrivateKey { get throws { try PrivateKey(pem: TokenKeys.otherLeaf) } }

  private static let standardOrganisation = "Receipt Audit Test"
  private static let shared = Result {
    try TokenPKI(
      standardOrganisation, root: TokenKeys.root, intermediate: TokenKeys.intermediate,
      leaf: TokenKeys.leaf)
  }
  private static let sharedForeign = Result { try attacker("Foreign Test Inc.") }
  private static let sharedLookalike = Result { try attacker(standardOrganisation) }
  private static let sharedStoreKit = Result {
    try TestIdentity.selfSigned(
      TokenTemplates.storeKit, key: PrivateKey(pem: TokenKeys.storeKit))
  }

  private static func attacker(_ organisation: String) throws -> TokenPKI {
    try TokenPKI(
      organisation, root: TokenKeys.foreignRoot, intermediate: TokenKeys.foreignIntermediate,
      leaf: TokenKeys.foreignLeaf)
  }

  private init(
    _ organisation: String, root rootKey: String, intermediate intermediateKey: String,
    leaf: String
  ) throws {
    let root = try TestIdentity.selfSigned(
      TokenTemplates.root(organisation), key: PrivateKey(pem: rootKey))
    let intermediate = try root.issue(
      TokenTemplates.intermediate(organisation), key: PrivateKey(pem: intermediateKey))
    let leafKey = try PrivateKey(pem: leaf)
    self.root = root
    self.intermediate = intermediate
    self.leafKey = leafKey
    self.organisation = organisation
    var chains: [TokenGeneration: SigningChain] = [:]
    for generation in TokenGeneration.allCases {
      let leaf = try intermediate.issue(
        TokenTemplates.leaf(generation, organisation), key: leafKey)
      chains[generation] = SigningChain(leaf: leaf, intermediate: intermediate, root: root)
    }
    self.chains = chains
  }

  /// The chain of one generation.
  public func chain(_ generation: TokenGeneration = .third) -> SigningChain {
    guard let chain = chains[generation] else {
      preconditionFailure("every generation has a chain")
    }
    return chain
  }

  /// A chain whose certificates differ from the last generation's in what the closures change, and
  /// whose leaf has another key where one is given.
  public func chain(
    leafKey: PrivateKey? = nil, leaf changeLeaf: (inout CertificateTemplate) -> Void = { _ in },
    intermediate changeIntermediate: (inout CertificateTemplate) -> Void = { _ in }
  ) throws -> SigningChain {
    var issuerTemplate = TokenTemplates.intermediate(organisation)
    changeIntermediate(&issuerTemplate)
    let issuer = try root.issue(issuerTemplate, key: intermediate.key)
    var template = TokenTemplates.leaf(.third, organisation)
    changeLeaf(&template)
    let leaf = try issuer.issue(template, key: leafKey ?? self.leafKey)
    return SigningChain(leaf: leaf, intermediate: issuer, root: root)
  }

  /// A token that is signed as the store would.
  public func token(_ draft: TokenDraft, _ generation: TokenGeneration = .third) -> SignedToken {
    SignedToken(draft, chain(generation))
  }

  /// A token of Xcode's: one certificate, and a key name that nobody needs.
  public static func xcodeToken(_ draft: TokenDraft) throws -> SignedToken {
    let signer = try storeKit
    var token = SignedToken(
      draft, SigningChain(leaf: signer, intermediate: signer, root: signer))
    token.certificates = [signer.certificate]
    token.otherHeader = [.init("kid", .text("Apple_Xcode_Key")), .init("typ", .text("JWT"))]
    return token
  }
}

/// What the certificates say: Apple's shape, names that nobody can mistake.
enum TokenTemplates {
  static func root(_ organisation: String) -> CertificateTemplate {
    CertificateTemplate(
      subject: DistinguishedName([
        "CN": "Test Apple Root CA - G3", "OU": "Test Certification Authority", "O": organisation,
        "C": "US",
      ]),
      serial: [0x2D, 0xC5], notBefore: ReceiptDate.at("2014-04-30T18:19:06Z"),
      notAfter: ReceiptDate.at("2039-04-30T18:19:06Z"), isCA: true,
      keyUsage: ["keyCertSign", "cRLSign"], digest: .sha384)
  }

  static func intermediate(_ organisation: String) -> CertificateTemplate {
    CertificateTemplate(
      subject: DistinguishedName([
        "CN": "Test Worldwide Developer Relations Certification Authority", "OU": "G6",
        "O": organisation, "C": "US",
      ]),
      serial: [0x2D, 0xC6], notBefore: ReceiptDate.at("2021-03-17T20:37:10Z"),
      notAfter: ReceiptDate.at("2036-03-19T00:00:00Z"), isCA: true, pathLength: 0,
      keyUsage: ["keyCertSign", "cRLSign"], markers: [ObjectIdentifier.intermediateMarker],
      digest: .sha384)
  }

  static func leaf(_ generation: TokenGeneration, _ organisation: String) -> CertificateTemplate {
    CertificateTemplate(
      subject: DistinguishedName([
        "CN": "Test Prod ECC Mac App Store and iTunes Store Receipt Signing",
        "OU": "Test Worldwide Developer Relations", "O": organisation, "C": "US",
      ]),
      serial: generation.leafSerial, notBefore: generation.leafValidity.lowerBound,
      notAfter: generation.leafValidity.upperBound, markers: [ObjectIdentifier.receiptLeafMarker],
      digest: .sha384)
  }

  static let storeKit = CertificateTemplate(
    subject: DistinguishedName([
      "CN": "StoreKit Testing in Xcode", "O": "StoreKit Testing in Xcode",
    ]),
    serial: [0x01], notBefore: ReceiptDate.at("2025-10-06T00:00:00Z"),
    notAfter: ReceiptDate.at("2026-10-06T00:00:00Z"), digest: .sha256)
}
