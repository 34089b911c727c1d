import ReceiptForge

/// What `--help` prints.
enum Usage {
  static let all = """
    receipt-forge makes App Store receipts for tests: genuine ones under a test root of its own, and
    forged or damaged ones with the truth about each. Its private keys are published; it can sign
    nothing that Apple's roots vouch for.

    usage: receipt-forge COMMAND [options]

      population   fills public.receipts with an invented business and its frauds
      receipt      writes one receipt to a file
      pki          writes the test certificates to a directory
      kinds        lists the kinds of receipt, with what an audit must say

    receipt-forge COMMAND --help tells more.
    """

  static func of(_ command: Command) -> String {
    switch command {
    case .population: population
    case .receipt: receipt
    case .pki: pki
    case .kinds: kinds
    }
  }

  private static let population = """
    usage: receipt-forge population [-d DATABASE] [-h HOST] [-p PORT] [-U USER]
                                    [--receipts N] [--seed S] [--root FILE]

    Makes the table public.receipts, and beside it the truth about each receipt, transaction,
    cancellation, subscription lineage, account and finding (public.receipt_truth and so on), or
    empties those that it made before, and fills them. The same seed and number give the same rows.
    The truth across receipts holds at the as-of that public.population_truth gives, with
    public.app_truth in audit.apps.

      -d DATABASE     a name, conninfo or URI; whatever is missing comes from PG* variables
      -h, -p, -U      host, port and user, as for psql
      --receipts N    how many rows (10000)
      --seed S        which business (1)
      --root FILE     where to write the test root, for receipt-audit run --trust-anchor FILE

    example: receipt-forge population -d shop --receipts 10000 --root test-root.pem
    """

  private static let receipt = """
    usage: receipt-forge receipt --kind KIND --output FILE [--encoding ENCODING]

      --kind KIND            one of those that `receipt-forge kinds` lists
      --output FILE          where to write it; - for standard output
      --encoding ENCODING    \(ReceiptEncoding.allCases.map(\.rawValue).joined(separator: ", "))

    example: receipt-forge receipt --kind wrong-purpose-leaf --output forged.der
    """

  private static let pki = """
    usage: receipt-forge pki --output DIRECTORY

    Writes root.pem with the roots of receipts and of tokens, and leaf and intermediate of every
    generation in DER.

    example: receipt-forge pki --output test-pki
    """

  private static let kinds = """
    usage: receipt-forge kinds

    Lists name, verdict, reason and summary of every kind, separated by tabs.

    example: receipt-forge kinds | grep forged
    """
}
