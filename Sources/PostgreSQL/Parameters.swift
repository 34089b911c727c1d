/// Parameters in the form that PQexecParams takes: all octets in one buffer, pointers into it.
struct Parameters {
  private let types: [UInt32]
  private let formats: [Int32]
  private var lengths: [Int32] = []
  private var offsets: [Int?] = []
  private var bytes: [UInt8] = []

  init(_ values: [Value]) throws(PostgreSQLError) {
    types = values.map(\.typeOID)
    formats = values.map(\.format)
    for value in values {
      let octets = try value.encoded()
      offsets.append(octets.map { _ in bytes.count })
      lengths.append(Int32(octets?.count ?? 0))
      bytes += octets ?? []
    }
    // An empty value still needs an address: nil would be NULL.
    bytes.append(0)
  }

  func withPointers<Result>(
    _ body: (
      UnsafePointer<UInt32>, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>,
      UnsafePointer<Int32>
    ) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
      return body(types, values, lengths, formats)
    }
  }
}

/// Arrays of C strings that end with a null pointer.
enum CStrings {
  static func withArrays<Result>(
    _ pairs: [(keyword: String, value: String)],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let keywords = pairs.map { $0.keyword.utf8CString }
    let values = pairs.map { $0.value.utf8CString }
    return withPointers(keywords) { keywords in withPointers(values) { body(keywords, $0) } }
  }

  private static func withPointers<Result>(
    _ strings: [ContiguousArray<CChar>], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    var joined: [CChar] = []
    let offsets = strings.map { string in
      defer { joined += string }
      return joined.count
    }
    return joined.withUnsafeBufferPointer { buffer in
      let pointers: [UnsafePointer<CChar>?] = offsets.map { buffer.baseAddress?.advanced(by: $0) }
      return body(pointers + [nil])
    }
  }
}
