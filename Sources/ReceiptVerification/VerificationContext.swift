import Foundation
import OpenSSL

/// What one thread needs to verify, made once and used again.
final class VerificationContext {
  let digests = DigestContext()
  let signatures = SignatureContext()
}

/// Contexts that no thread is using just now.
final class ContextPool: @unchecked Sendable {
  // Unchecked: `idle` is only touched under `lock`, and a context is with one thread at a time.
  private let lock = NSLock()
  private var idle: [VerificationContext] = []

  func with<Result>(_ body: (VerificationContext) -> Result) -> Result {
    let context = lock.withLock { idle.popLast() } ?? VerificationContext()
    defer { lock.withLock { idle.append(context) } }
    return body(context)
  }
}
