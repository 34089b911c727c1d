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
  let cores: Int
  /// What all cores do against `cores` times what one does, by the clock.
  let scaling: Double
  /// The same for the signature alone: what the machine gives.
  let floorScaling: Double
  let allocations: Double
}

/// Measures in short turns, one way after the other, so that a noisy machine is noisy for all.
struct VerifyBenchmark {
  let shape: Shape
  let seconds: Double

  private static let turns = 20
  private static let parallelTurns = 8
  private static let parallelTurn = Duration.milliseconds(250)

  func run() -> VerifyRates {
    let verifier = ReceiptVerifier(anchors: shape.anchors)
    let opinion = PKCS7Opinion(anchors: shape.roots)
    for sample in shape.samples {
      precondition(verifier.verify(sample.der).reason == .ok, "the sample must be genuine")
      precondition(
        opinion.accepts(sample.der, at: sample.created), "the peer must accept the sample")
    }
    let samples = shape.samples
    var floor = Meter()
    var peer = Meter()
    var ours = Meter()
    let turn = seconds / Double(Self.turns)
    for _ in 0..<Self.turns {
      floor.measure(turn, floorWork())
      peer.measure(turn) { round in
        let sample = samples[round % samples.count]
        precondition(opinion.accepts(sample.der, at: sample.created))
      }
      ours.measure(turn, work(verifier))
    }
    return VerifyRates(
      shape: shape.name, bytes: shape.bytes, floor: floor.rate, peer: peer.rate,
      ours: ours.rate, cores: activeProcessors, scaling: scaling { work(verifier) },
      floorScaling: scaling(of: floorWork), allocations: allocations(verifier))
  }

  private func work(_ verifier: ReceiptVerifier) -> (Int) -> Void {
    let samples = shape.samples
    return { round in
      precondition(verifier.verify(samples[round % samples.count].der).reason == .ok)
    }
  }

  /// With contexts of its own, which are one thread's.
  private func floorWork() -> (Int) -> Void {
    let samples = shape.samples
    let digests = DigestContext()
    let signatures = SignatureContext()
    return { round in
      let sample = samples[round % samples.count]
      let digest = digests.digest(sample.payload.span, sample.digest)
      let signature = sample.signature.span
      precondition(
        signatures.isValid(signature, over: digest.span, sample.digest, key: sample.key))
    }
  }

  /// One core and all of them in turns that are long enough for threads to start in.
  private func scaling(of work: @Sendable () -> (Int) -> Void) -> Double {
    var one = Meter()
    var all = Meter()
    for _ in 0..<Self.parallelTurns {
      one.measure(Self.parallelTurn, cores: 1, work)
      all.measure(Self.parallelTurn, cores: activeProcessors, work)
    }
    return all.rate / (one.rate * Double(activeProcessors))
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

  /// Work for each second of the clock, on so many cores, none of which waits for another.
  mutating func measure(
    _ turn: Duration, cores: Int, _ work: @Sendable () -> (Int) -> Void
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    let total = Total()
    DispatchQueue.concurrentPerform(iterations: cores) { _ in
      let work = work()
      var count = 0
      while clock.now - start < turn {
        for round in count..<count + 16 { work(round) }
        count += 16
      }
      total.add(count)
    }
    rates.append(Double(total.value) / ((clock.now - start) / .seconds(1)))
  }
}

/// A sum that threads add to.
private final class Total: @unchecked Sendable {
  // Unchecked: `sum` is only touched under `lock`.
  private let lock = NSLock()
  private var sum = 0

  func add(_ count: Int) { lock.withLock { sum += count } }

  var value: Int { lock.withLock { sum } }
}
