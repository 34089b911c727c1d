import Reports

/// What may leave the database, by the options of a call.
enum DisclosureOptions {
  /// Account ids as they are, or as codes under the key in the file of `--pseudonymise`.
  static func load(_ arguments: Arguments) throws -> Disclosure {
    guard let file = arguments.value(.pseudonymise) else { return Disclosure() }
    let bytes: [UInt8]
    do { bytes = try InputFile.read(file) } catch {
      throw UsageError("--pseudonymise: \(Failure.text(error))")
    }
    // A line end behind the key is an editor's, not the key's.
    let key = Array(bytes.reversed().drop { $0 == 0x0A || $0 == 0x0D }.reversed())
    guard key.count >= 16 else {
      throw UsageError(
        "--pseudonymise \(file): a key has at least 16 bytes, this one \(key.count); make one with"
          + " openssl rand -hex 32")
    }
    return Disclosure(pseudonymKey: key)
  }
}
