internal import CPostgreSQL

/// A message of the server that is no error.
public struct Notice: Sendable {
  /// SQLSTATE, five characters.
  public var sqlState: String?
  public var message: String
}

/// Holds the closure that libpq's C callback reaches through its context pointer.
final class NoticeReceiver {
  var handler: ((Notice) -> Void)?

  /// The connection must not outlive this object.
  func attach(to connection: OpaquePointer) {
    PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<NoticeReceiver>.fromOpaque(context).takeUnretainedValue().receive(result)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func receive(_ result: OpaquePointer) {
    func field(_ code: Int32) -> String? {
      PQresultErrorField(result, code).map { String(cString: $0) }
    }
    let message = field(receipt_diag_message) ?? ""
    handler?(Notice(sqlState: field(receipt_diag_sqlstate), message: message))
  }
}
