import ReceiptForge

extension Shop {
  /// Adds receipts with keys from 1,000,001 on that are genuine with a certificate which only others
  /// carry, each with so many octets behind it.
  func addIncomplete(_ count: Int, padding: Int = 0) throws {
    try connection.query(
      """
      insert into public.receipts (receipt_id, account_id, receipt, received_at)
      select 1000000 + n, 'a', $1 || decode(repeat('00', $2::integer), 'hex'), '2024-01-01'
      from generate_series(1, $3::integer) n
      """,
      [
        .bytea(try TestPKI.standard.mint(.versionThree)), .int4(Int32(padding)),
        .int4(Int32(count)),
      ])
  }
}
