import Testing

@testable import ReceiptVerification

@Suite("Transaction ids as numbers")
struct TransactionNumberTests {
  @Test("digits are read as the number they spell, of any length that a number can have")
  func digits() throws {
    let digits = "98765432109876543210"
    for count in 1...18 {
      let text = String(digits.prefix(count))
      let number = try #require(TransactionNumber(text))
      #expect(number.isDecimal)
      #expect(number.value == Int64(text))
    }
    for count in 19...20 {
      let number = try #require(TransactionNumber(String(digits.prefix(count))))
      #expect(number.isDecimal)
      #expect(number.value == 0)
    }
    #expect(TransactionNumber(digits + "1")?.isDecimal == false)
    #expect(TransactionNumber(nil) == nil)
    #expect(TransactionNumber("1000000000000007")?.value == 1_000_000_000_000_007)
  }

  @Test("an octet that is no digit is found wherever it stands")
  func others() throws {
    for octet in (0...127).filter({ !(0x30...0x39).contains($0) }) + [0xC3] {
      for place in 0..<17 {
        var octets = Array("12345678901234567".utf8)
        octets[place] = UInt8(octet)
        let text = String(decoding: octets, as: UTF8.self)
        let number = try #require(TransactionNumber(text))
        #expect(!number.isDecimal, "\(octet) at \(place)")
        #expect(number.value == 0)
      }
    }
  }
}
