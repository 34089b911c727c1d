import OpenSSL

extension AppReceipt {
  /// Whether attribute 5 is the SHA-1 of device id, opaque value and encoded bundle id; nil where
  /// the receipt lacks one of them.
  ///
  /// `deviceID` is identifierForVendor (16 octets) or, on a Mac, the MAC address of its first
  /// network interface (6 octets): Apple, "Validating receipts on the device". A mismatch tells of
  /// another device or a new installation, not of forgery.
  public func deviceHashMatches(deviceID: [UInt8]) -> Bool? {
    guard let deviceHash, let opaqueValue, let bundleIDEncoding else { return nil }
    let input = deviceID + opaqueValue + bundleIDEncoding
    return DigestContext().digest(input.span, .sha1) == deviceHash
  }
}
