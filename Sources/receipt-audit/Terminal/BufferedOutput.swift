/// Standard output for many small pieces: one write for each 64 KB.
struct BufferedOutput {
  private var buffer: [UInt8] = []
  private let limit = 64 << 10

  mutating func write(_ text: String) throws {
    buffer += text.utf8
    if buffer.count >= limit { try flush() }
  }

  mutating func flush() throws {
    try StandardOutput.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
