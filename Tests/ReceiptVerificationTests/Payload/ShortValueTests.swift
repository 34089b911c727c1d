import Testing

@testable import ReceiptForge
@testable import ReceiptVerification

@Suite("Values read in one go")
struct ShortValueTests {
  /// Inner values near those that Apple writes: right ones, and ones that are off by an octet.
  private static func value(_ noise: inout SplitMix64) -> [UInt8] {
    let date = Array("2023-02-28T23:59:59Z".utf8)
    var content: [UInt8] =
      switch noise.below(6) {
      case 0: []
      case 1: date
      case 2: noise.bytes(noise.below(10))
      case 3: [UInt8(noise.below(3))]
      case 4: Array("com.example.meadow.monthly".utf8.prefix(noise.below(27)))
      default: Array(String(noise.below(1 << 50)).utf8)
      }
    if !content.isEmpty, noise.below(3) == 0 {
      content[noise.below(content.count)] = UInt8(noise.below(256))
    }
    let tags: [UInt8] = [0x02, 0x0C, 0x16, 0x01, 0x13]
    let length = content.count + (noise.below(8) == 0 ? 1 : 0)
    return [tags[noise.below(tags.count)], UInt8(length)] + content
  }

  private static func attribute(_ noise: inout SplitMix64) -> [UInt8] {
    let type = noise.below(2) == 0 ? noise.below(40) : 1695 + noise.below(40)
    let version = noise.below(10) == 0 ? noise.below(300) : 1
    var encoded = ASN1Writer.encode { writer in
      let value = Self.value(&noise)
      writer.sequence {
        $0.integer(type)
        $0.integer(version)
        $0.octetString(value)
      }
    }
    if noise.below(8) == 0 { encoded[noise.below(encoded.count)] = UInt8(noise.below(256)) }
    return encoded
  }

  @Test("whatever is read in one go, the thorough readers read alike")
  func agreement() throws {
    var noise = SplitMix64(seed: 20_261_130)
    var compared = (attributes: 0, numbers: 0, flags: 0, dates: 0, texts: 0, empty: 0)
    for _ in 0..<40_000 {
      // Two loads need sixteen octets; what follows an attribute is not its concern.
      let bytes = Self.attribute(&noise) + [UInt8](repeating: 0x30, count: 16)
      let span = bytes.span
      let reader = EncodingReader(0..<bytes.count - 16, .distinguished)
      guard let short = ShortAttribute(reader, span) else { continue }
      var thorough = reader
      let attribute = try Attribute(&thorough, span)
      #expect(attribute.type == Int64(short.type) && attribute.version == 1)
      #expect(attribute.value == short.value && attribute.isRegular)
      compared.attributes += 1
      if let number = ShortValues.number(short, span) {
        guard case .value(number) = InnerValues.number(short.value, span) else {
          Issue.record("number of \(bytes.hexadecimal)")
          continue
        }
        compared.numbers += 1
      }
      if let flag = ShortValues.flag(short, span) {
        guard case .value(flag) = InnerValues.flag(short.value, span) else {
          Issue.record("flag of \(bytes.hexadecimal)")
          continue
        }
        compared.flags += 1
      }
      if let date = ShortValues.date(short, span) {
        guard case .value(date) = InnerValues.date(short.value, span) else {
          Issue.record("date of \(bytes.hexadecimal)")
          continue
        }
        compared.dates += 1
      }
      if let text = ShortValues.text(short, span) {
        guard case .value(let safe) = InnerValues.text(short.value, span) else {
          Issue.record("text of \(bytes.hexadecimal)")
          continue
        }
        #expect(safe.value == text && safe.isFaithful)
        compared.texts += 1
      }
      if ShortValues.isEmpty(short) {
        guard case .absent = InnerValues.text(short.value, span) else {
          Issue.record("empty text of \(bytes.hexadecimal)")
          continue
        }
        compared.empty += 1
      }
    }
    // Each kind was really met.
    for count in [
      compared.attributes, compared.numbers, compared.flags, compared.dates, compared.texts,
      compared.empty,
    ] {
      #expect(count > 100)
    }
  }

  @Test("every day from 2000 to 2099, and the days around it that are none")
  func days() {
    for year in 2000..<2100 {
      for month in 0...13 {
        for day in 0...32 {
          let text = "\(year)-\(Self.padded(month))-\(Self.padded(day))T07:08:09Z"
          let bytes = Array(text.utf8)
          let expected = DateText.instant(0..<bytes.count, bytes.span)
          #expect(DateText.utcInstant(at: 0, bytes.span) == expected, "\(text)")
        }
      }
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
