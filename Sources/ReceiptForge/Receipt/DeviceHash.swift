import OpenSSL

/// Attribute 5.
enum DeviceHash {
  /// SHA-1 over device id, opaque value and encoded bundle id.
  static func make(deviceID: [UInt8], opaque: [UInt8], bundle: [UInt8]) throws -> [UInt8] {
    try SigningDigest.sha1.hash(deviceID + opaque + bundle)
  }
}
