/// How many receipts a batch may have at least and at most.
struct BatchSizes {
  var largest: Int64
  var smallest: Int64
  var lanes: Int64

  init(_ options: AuditOptions) {
    largest = Int64(options.batchSize ?? 2000)
    smallest = Int64(options.batchSize ?? 250)
    lanes = Int64(options.jobs)
  }

  /// The batches that so many receipts are cut into.
  func batches(for receipts: Int64) -> Int64 {
    let size = max(smallest, min(largest, (receipts + lanes - 1) / lanes))
    return (receipts + size - 1) / size
  }
}
