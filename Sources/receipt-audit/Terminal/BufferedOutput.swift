/// Standard output for many small pieces: one write for each 64 KB.
final class BufferedOutput {
  private var buffer: [UInt8] = []
  private let limit = 64 << 10

  func write(_ text: String) throws {
    buffer += text.utf8
    if buffer.count >= limit { try flush() }
  }

  func flush() throws {
    try StandardOutput.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
