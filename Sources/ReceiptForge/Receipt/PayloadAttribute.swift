/// One attribute of a payload to be written: SEQUENCE { type, version, OCTET STRING value }.
public struct PayloadAttribute: Sendable, Equatable {
  public var type: Int64
  public var version: Int64
  /// The octets of the value, which mostly are another encoded value.
  public var value: [UInt8]

  public init(_ type: Int64, version: Int64 = 1, raw value: [UInt8]) {
    self.type = type
    self.version = version
    self.value = value
  }

  public static func integer(_ type: Int64, _ value: Int64) -> PayloadAttribute {
    PayloadAttribute(type, raw: ASN1Writer.encode { $0.integer(value) })
  }

  public static func text(_ type: Int64, _ value: String) -> PayloadAttribute {
    PayloadAttribute(type, raw: ASN1Writer.encode { $0.utf8String(value) })
  }

  /// A date, or any other text in its place; empty text is how Apple writes that there is none.
  public static func date(_ type: Int64, _ value: String) -> PayloadAttribute {
    PayloadAttribute(type, raw: ASN1Writer.encode { $0.ia5String(value) })
  }

  var encoded: [UInt8] {
    var fields = ASN1Writer()
    fields.integer(type)
    fields.integer(version)
    fields.octetString(value)
    var whole = ASN1Writer()
    whole.primitive(0x30, fields.bytes)
    return whole.bytes
  }
}

/// What a test changes in the attributes that a draft would write.
public struct AttributeEdits: Sendable, Equatable {
  /// Types that are left out.
  public var removed: Set<Int64> = []
  /// Written in place of all attributes of the same type.
  public var replaced: [PayloadAttribute] = []
  /// Written after all others.
  public var added: [PayloadAttribute] = []

  public init() {}

  func applied(to attributes: [PayloadAttribute]) -> [PayloadAttribute] {
    let gone = removed.union(replaced.map(\.type))
    return attributes.filter { !gone.contains($0.type) } + replaced + added
  }
}
