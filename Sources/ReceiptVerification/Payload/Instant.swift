/// A point in time, in whole microseconds since 1970-01-01T00:00:00Z (leap seconds not counted).
public struct Instant: Sendable, Hashable, Comparable {
  public var microsecondsSince1970: Int64

  public init(microsecondsSince1970: Int64) {
    self.microsecondsSince1970 = microsecondsSince1970
  }

  public init(secondsSince1970: Int64) {
    microsecondsSince1970 = secondsSince1970 * 1_000_000
  }

  public static func < (a: Instant, b: Instant) -> Bool {
    a.microsecondsSince1970 < b.microsecondsSince1970
  }
}
