import ReceiptVerification
import Testing

@Suite("Self-test")
struct SelfTestTests {
  @Test("this host verifies receipts of every era, and refuses their altered twins")
  func passes() {
    let results = SelfTest.run()
    #expect(results.map(\.era) == [.sha1, .sha256, .es256])
    for result in results { #expect(result.failure == nil, "\(result.failure ?? "")") }
  }
}
