/// A case for people at a terminal: sentences and aligned tables, with everything out of receipts
/// escaped.
public struct CaseText {
  private let fraudCase: FraudCase

  public init(_ fraudCase: FraudCase) { self.fraudCase = fraudCase }

  public var text: String {
    var lines = [TerminalText.escape(fraudCase.subject.name), fraudCase.sentence, ""]
    for part in fraudCase.parts where !part.table.rows.isEmpty {
      lines += [part.title.uppercased(), AlignedText.table(part.table), ""]
    }
    for (receiptID, proof) in fraudCase.proofs {
      let name = TerminalText.escape(receiptID)
      if !proof.certificates.isEmpty {
        lines += ["CERTIFICATES AS FOUND IN \(name)", AlignedText.table(proof.table), ""]
      }
      lines += ["CHECK \(name) WITHOUT THIS PROGRAM", check(proof), ""]
    }
    return lines.joined(separator: "\n")
  }

  private func check(_ proof: ReceiptProof) -> String {
    guard let check = OpenSSLCheck(proof) else {
      return "There is no single command for a receipt of this form."
    }
    return "in a bundle (--output DIR), in the receipt's directory:\n\(check.command)\n"
      + "shows: \(check.expected)"
  }
}

/// Tables in columns of blanks.
public enum AlignedText {
  /// Without a line end behind the last row.
  public static func table(_ table: RowTable) -> String {
    let names = table.columns.map(\.name)
    let cells = table.rows.map { $0.map { TerminalText.escape($0 ?? "-") } }
    let widths = names.indices.map { index in
      cells.reduce(names[index].count) { max($0, $1[index].count) }
    }
    return ([names] + cells).map { line($0, widths, table.columns) }.joined(separator: "\n")
  }

  /// Numbers stand to the right; the last column is not filled up.
  private static func line(_ cells: [String], _ widths: [Int], _ columns: [Column]) -> String {
    cells.indices.map { index in
      let gap = String(repeating: " ", count: widths[index] - cells[index].count)
      if [.number, .identifier].contains(columns[index].kind) { return gap + cells[index] }
      return index == cells.count - 1 ? cells[index] : cells[index] + gap
    }.joined(separator: "  ")
  }
}

extension ReceiptProof {
  /// Its certificates as rows.
  var table: RowTable {
    var table = RowTable(
      columns: ["place", "subject", "issuer", "not_before", "not_after", "what_it_is", "sha256"].map
      {
        Column($0)
      })
    for (place, certificate) in certificates.enumerated() {
      let words: [(Bool, String)] = [
        (certificate.isSigner, "signer"), (certificate.isAnchor, "pinned root"),
        (certificate.isCA && !certificate.isAnchor, "CA"),
        (certificate.hasReceiptMarker, "receipt marker"),
        (certificate.hasIntermediateMarker, "intermediate marker"),
      ]
      table.rows.append([
        String(place + 1), certificate.subject, certificate.issuer, certificate.notBefore,
        certificate.notAfter, words.filter(\.0).map(\.1).joined(separator: ", "),
        certificate.sha256,
      ])
    }
    return table
  }
}
