internal import COpenSSL

/// HMAC (RFC 2104) under one key.
public struct KeyedDigest: Sendable {
  private let key: [UInt8]
  private let algorithm: MessageDigest

  public init(key: [UInt8], _ algorithm: MessageDigest) {
    self.key = key
    self.algorithm = algorithm
  }

  /// The authentication code of `bytes`.
  public func code(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: algorithm.size) { buffer, count in
      var length: UInt32 = 0
      guard
        HMAC(
          algorithm.pointer, key, Int32(key.count), bytes, bytes.count, buffer.baseAddress,
          &length) != nil
      else { fatalError("\(OpenSSLError.draining("HMAC"))") }
      count = Int(length)
    }
  }
}
