import Foundation

/// The compact serialisation of a JSON web signature (RFC 7515 7.1): header, payload and signature
/// in base64url, with dots between.
struct CompactToken {
  let header: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  /// What is signed: header and payload with the dot between, as they are written.
  var signed: Range<Int> { header.lowerBound..<payload.upperBound }

  /// - Throws: `malformed` for any other number of parts than three, and for a part before the
  ///   signature that is empty.
  init(_ text: Span<UInt8>) throws(DecodingFailure) {
    guard let first = Self.dot(in: text, from: 0),
      let second = Self.dot(in: text, from: first + 1),
      Self.dot(in: text, from: second + 1) == nil, first > 0, second > first + 1
    else { throw .malformed }
    header = 0..<first
    payload = first + 1..<second
    signature = second + 1..<text.count
  }

  static func dot(in text: Span<UInt8>, from start: Int) -> Int? {
    unsafe text.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      let found = unsafe memchr(base + start, Int32(UInt8(ascii: ".")), bytes.count - start)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }
  }
}
