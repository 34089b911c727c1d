/// How many characters must be put in, taken out or replaced to make one word of another.
enum EditDistance {
  /// The word nearest to a mistyped one; the first of several as near, nil for an empty list.
  static func nearest(to word: String, among words: [String]) -> String? {
    words.min { between(word, $0) < between(word, $1) }
  }

  static func between(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let replaced = diagonal + (b[j] == character ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
