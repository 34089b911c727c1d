/// Why bytes could not be read; each is the reason of the same name.
enum DecodingFailure: Error {
  case truncated, malformed, limitExceeded, notAReceipt, noContent

  var reason: Reason {
    switch self {
    case .truncated: .truncated
    case .malformed: .malformed
    case .limitExceeded: .limitExceeded
    case .notAReceipt: .notAReceipt
    case .noContent: .noContent
    }
  }
}
