import CAllocationCount
import Dispatch
import Foundation
import OpenSSL
import ReceiptVerification

/// Rates of one shape, a second each.
struct VerifyRates {
  let shape: String
  let bytes: Int
  /// The signature and the digest, with everything else at hand.
  let floor: Double
  /// `d2i_PKCS7` and `PKCS7_verify`.
  let peer: Double
  let ours: Double
  let oursOnAllCores: Double
  let cores: Int
  let allocations: Double
}

/// Measures in short turns, one way after the other, so that a noisy machine is noisy for all.
struct VerifyBenchmark {
  let shape: Shape
  let seconds: Double

  private static let turns = 20

  func run() -> VerifyRates {
    let verifier = ReceiptVerifier(anchors: shape.anchors)
    precondition(verifier.verify(shape.der).reason == .ok, "the sample must be genuine")
    let opinion = PKCS7Opinion(anchors: [shape.root])
    precondition(opinion.accepts(shape.der, at: shape.created), "the peer must accept the sample")
    let digests = DigestContext()
    let signatures = SignatureContext()

    var floor = Meter()
    var peer = Meter()
    var ours = Meter()
    var parallel = Meter()
    let cores = max(1, activeProcessors)
    for _ in 0..<Self.turns {
      let turn = seconds / Double(Self.turns)
      floor.measure(turn) {
        let digest = digests.digest(shape.payload.span, shape.digest)
        precondition(
          signatures.isValid(shape.signature.span, over: digest.span, shape.digest, key: shape.key))
      }
      peer.measure(turn) { precondition(opinion.accepts(shape.der, at: shape.created)) }
      ours.measure(turn) { precondition(verifier.verify(shape.der).reason == .ok) }
      parallel.measureOnAllCores(turn, cores) { verifier.verify(shape.der).reason == .ok }
    }
    return VerifyRates(
      shape: shape.name, bytes: shape.der.count, floor: floor.rate, peer: peer.rate,
      ours: ours.rate, oursOnAllCores: parallel.rate, cores: cores,
      allocations: allocations(verifier))
  }

  private func allocations(_ verifier: ReceiptVerifier) -> Double {
    let rounds = 1000
    let before = allocation_count()
    for _ in 0..<rounds { precondition(verifier.verify(shape.der).reason == .ok) }
    return Double(allocation_count() - before) / Double(rounds)
  }
}

/// Counts work over time; the rate is the median of its turns.
struct Meter {
  private var rates: [Double] = []

  var rate: Double { rates.isEmpty ? 0 : rates.sorted()[rates.count / 2] }

  /// Work for each second that this thread was given a processor: what else the machine is busy with
  /// does not count.
  mutating func measure(_ seconds: Double, _ work: () -> Void) {
    let start = Self.processorTime
    var count = 0
    var elapsed = 0.0
    repeat {
      for _ in 0..<16 { work() }
      count += 16
      elapsed = Self.processorTime - start
    } while elapsed < seconds
    rates.append(Double(count) / elapsed)
  }

  /// Seconds.
  private static var processorTime: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  mutating func measureOnAllCores(
    _ seconds: Double, _ cores: Int, _ work: @Sendable () -> Bool
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    let perCore = 512
    var count = 0
    var elapsed = Duration.zero
    repeat {
      DispatchQueue.concurrentPerform(iterations: cores) { _ in
        for _ in 0..<perCore { precondition(work()) }
      }
      count += perCore * cores
      elapsed = clock.now - start
    } while elapsed < .seconds(seconds)
    rates.append(Double(count) / (elapsed / .seconds(1)))
  }
}
