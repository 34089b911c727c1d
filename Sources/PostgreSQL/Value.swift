/// A parameter of a statement.
public enum Value: Sendable {
  case null
  /// Sent without a type: the server takes it for what the statement needs.
  case text(String)
  case int4(Int32)
  case int8(Int64)
  case float8(Double)
  case bool(Bool)
  case timestamp(microsecondsSince1970: Int64)
  case bytea([UInt8])
  /// 16 octets.
  case uuid([UInt8])
  case textArray([String])
  /// JSON text, sent as jsonb.
  case json(String)

  /// Type OID (pg_type.dat); 0 lets the server decide.
  var typeOID: UInt32 {
    switch self {
    case .null, .text: 0
    case .int4: 23
    case .int8: 20
    case .float8: 701
    case .bool: 16
    case .timestamp: 1184
    case .bytea: 17
    case .uuid: 2950
    case .textArray: 1009
    case .json: 3802
    }
  }

  /// 0 for text, 1 for binary.
  var format: Int32 {
    if case .text = self { return 0 }
    return 1
  }

  /// The octets to be sent; nil for NULL.
  func encoded() throws(PostgreSQLError) -> [UInt8]? {
    var bytes: [UInt8] = []
    switch self {
    case .null: return nil
    case .text(let text):
      // Text format ends at a NUL.
      bytes = try BinaryFormat.checked(text)
      bytes.append(0)
    case .int4(let value): BinaryFormat.append(value, to: &bytes)
    case .int8(let value): BinaryFormat.append(value, to: &bytes)
    case .float8(let value): BinaryFormat.append(Int64(bitPattern: value.bitPattern), to: &bytes)
    case .bool(let value): bytes = [value ? 1 : 0]
    case .timestamp(let micros): BinaryFormat.append(BinaryFormat.timestamp(micros), to: &bytes)
    case .bytea(let octets), .uuid(let octets): bytes = octets
    case .textArray(let texts): try BinaryFormat.append(texts, to: &bytes)
    case .json(let text): bytes = [1] + (try BinaryFormat.checked(text))
    }
    return bytes
  }
}
