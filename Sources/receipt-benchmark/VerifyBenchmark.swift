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
  /// By the clock, which all cores must be measured by.
  let oneCore: Double
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
    let opinion = PKCS7Opinion(anchors: shape.roots)
    for sample in shape.samples {
      precondition(verifier.verify(sample.der).reason == .ok, "the sample must be genuine")
      precondition(
        opinion.accepts(sample.der, at: sample.created), "the peer must accept the sample")
    }
    let digests = DigestContext()
    let signatures = SignatureContext()
    let samples = shape.samples

    var floor = Meter()
    var peer = Meter()
    var ours = Meter()
    var oneCore = Meter()
    var parallel = Meter()
    let cores = max(1, activeProcessors)
    for _ in 0..<Self.turns {
      let turn = seconds / Double(Self.turns)
      floor.measure(turn) { round in
        let sample = samples[round % samples.count]
        let digest = digests.digest(sample.payload.span, sample.digest)
        let signature = sample.signature.span
        precondition(
          signatures.isValid(signature, over: digest.span, sample.digest, key: sample.key))
      }
      peer.measure(turn) { round in
        let sample = samples[round % samples.count]
        precondition(opinion.accepts(sample.der, at: sample.created))
      }
      ours.measure(turn) { round in
        precondition(verifier.verify(samples[round % samples.count].der).reason == .ok)
      }
      let work: @Sendable (Int) -> Bool = { round in
        verifier.verify(samples[round % samples.count].der).reason == .ok
      }
      oneCore.measure(turn, cores: 1, work)
      parallel.measure(turn, cores: cores, work)
    }
    return VerifyRates(
      shape: shape.name, bytes: shape.bytes, floor: floor.rate, peer: peer.rate,
      ours: ours.rate, oneCore: oneCore.rate, oursOnAllCores: parallel.rate, cores: cores,
      allocations: allocations(verifier))
  }

  private func allocations(_ verifier: ReceiptVerifier) -> Double {
    let rounds = max(1000, shape.samples.count)
    let before = allocation_count()
    for round in 0..<rounds {
      let sample = shape.samples[round % shape.samples.count]
      precondition(verifier.verify(sample.der).reason == .ok)
    }
    return Double(allocation_count() - before) / Double(rounds)
  }
}

/// Counts work over time; the rate is the median of its turns.
struct Meter {
  private var rates: [Double] = []

  var rate: Double { rates.isEmpty ? 0 : rates.sorted()[rates.count / 2] }

  /// Work for each second that this thread was given a processor: what else the machine is busy with
  /// does not count.
  ///
  /// `work` is told how often it was called before.
  mutating func measure(_ seconds: Double, _ work: (Int) -> Void) {
    let start = Self.processorTime
    var count = 0
    var elapsed = 0.0
    repeat {
      for round in count..<count + 16 { work(round) }
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

  /// Work for each second of the clock, on so many cores.
  mutating func measure(_ seconds: Double, cores: Int, _ work: @Sendable (Int) -> Bool) {
    let clock = ContinuousClock()
    let start = clock.now
    let perCore = 512
    var count = 0
    var elapsed = Duration.zero
    repeat {
      DispatchQueue.concurrentPerform(iterations: cores) { _ in
        for round in 0..<perCore { precondition(work(round)) }
      }
      count += perCore * cores
      elapsed = clock.now - start
    } while elapsed < .seconds(seconds)
    rates.append(Double(count) / (elapsed / .seconds(1)))
  }
}
