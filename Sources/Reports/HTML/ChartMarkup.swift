/// Charts as inline SVG, whose figures a reader finds in the table behind each.
enum ChartMarkup {
  /// Units of the drawing; on a telephone they are about its pixels.
  private static let width = 400.0

  static func figure(_ spec: ChartSpec, _ table: RowTable, title: String) -> Markup {
    let data = ChartData(spec, table)
    guard !data.isEmpty else { return .empty }
    let drawing =
      switch spec.shape {
      case .columns: columns(data)
      case .bars: bars(data)
      }
    let svg = Markup.element(
      .svg,
      [
        (.viewBox, "0 0 \(number(width)) \(number(drawing.height))"), (.role, "img"),
        (.label, title),
      ], drawing.parts)
    return .element(.figure, [], [svg, legend(data.series)])
  }

  private struct Drawing {
    var parts: [Markup]
    var height: Double
  }

  /// An axis with its half and its top, and a label for as many columns as have room.
  private static func columns(_ data: ChartData) -> Drawing {
    let highest = data.top
    let left = room(highest)
    let bottom = 190.0
    let top = 12.0
    let step = (width - left) / Double(data.categories.count)
    let scale = (bottom - top) / Double(highest)
    let marks = highest == 1 ? [0, 1] : [0, highest / 2, highest]
    var parts = marks.flatMap { value -> [Markup] in
      let y = bottom - Double(value) * scale
      return [
        .element(
          .line,
          [
            (.classes, "axis"), (.x1, number(left)), (.x2, number(width)), (.y1, number(y)),
            (.y2, number(y)),
          ]),
        label(Numbers.grouped(value), x: left - 5, y: y + 4, anchor: "end"),
      ]
    }
    let labelled = max(1, Int((60 / step).rounded(.up)))
    // A few categories make columns, not blocks.
    let thickness = min(step * 0.76, 36)
    for (index, category) in data.categories.enumerated() {
      let x = left + Double(index) * step
      var y = bottom
      for (place, value) in data.values[index].enumerated() where value > 0 {
        // What is there at all can be seen.
        let height = max(1, Double(value) * scale)
        y -= height
        parts.append(
          bar(
            x: x + (step - thickness) / 2, y: y, width: thickness, height: height,
            series: SeriesColour.number(data.series[place], at: place),
            title: "\(category): \(data.series[place]) \(Numbers.grouped(value))"))
      }
      if (data.categories.count - 1 - index) % labelled == 0 {
        let isAtEdge = x + step / 2 + 30 > width
        parts.append(
          label(
            shortened(category, 10), x: isAtEdge ? width : x + step / 2, y: bottom + 16,
            anchor: isAtEdge ? "end" : "middle"))
      }
    }
    return Drawing(parts: parts, height: bottom + 24)
  }

  /// Each bar has its name above it, so that long names have room on a telephone.
  private static func bars(_ data: ChartData) -> Drawing {
    let rowHeight = 32.0
    let scale = (width - room(data.highest)) / Double(data.highest)
    var parts: [Markup] = []
    for (index, category) in data.categories.enumerated() {
      let y = Double(index) * rowHeight
      parts.append(label(shortened(category, 50), x: 0, y: y + 12, anchor: "start"))
      var x = 0.0
      for (place, value) in data.values[index].enumerated() where value > 0 {
        let length = max(1, Double(value) * scale)
        parts.append(
          bar(
            x: x, y: y + 16, width: length, height: 11,
            series: SeriesColour.number(data.series[place], at: place),
            title: "\(category): \(data.series[place]) \(Numbers.grouped(value))"))
        x += length
      }
      let sum = data.values[index].reduce(0, +)
      parts.append(label(Numbers.grouped(sum), x: x + 4, y: y + 25, anchor: "start"))
    }
    return Drawing(parts: parts, height: Double(data.categories.count) * rowHeight + 4)
  }

  /// What a number takes beside a picture, whatever the size of its letters.
  private static func room(_ number: Int64) -> Double {
    max(44, Double(Numbers.grouped(number).count) * 8 + 12)
  }

  private static func bar(
    x: Double, y: Double, width: Double, height: Double, series: Int, title: String
  ) -> Markup {
    .element(
      .rect,
      [
        (.classes, "s\(series)"), (.x, number(x)), (.y, number(y)), (.width, number(width)),
        (.height, number(height)),
      ], [.element(.title, [], title)])
  }

  private static func label(_ text: String, x: Double, y: Double, anchor: String) -> Markup {
    .element(.text, [(.x, number(x)), (.y, number(y)), (.textAnchor, anchor)], text)
  }

  private static func legend(_ series: [String]) -> Markup {
    let entries = series.enumerated().map { place, name in
      Markup.element(
        .li, [],
        [
          .element(.span, [(.classes, "key s\(SeriesColour.number(name, at: place))")]),
          .text(name.replacing("_", with: " ")),
        ])
    }
    return .element(.figcaption, [], [.element(.ul, [], entries)])
  }

  /// Two digits behind the point at most.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    guard hundredths % 100 != 0 else { return String(hundredths / 100) }
    return String(Double(hundredths) / 100)
  }

  private static func shortened(_ text: String, _ length: Int) -> String {
    text.count <= length ? text : text.prefix(length - 1) + "\u{2026}"
  }
}

/// Numbers for people.
enum Numbers {
  /// `1,234,567`.
  static func grouped(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// The same for a number with a fraction, as PostgreSQL writes it.
  static func grouped(_ number: String) -> String {
    let parts = number.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let whole = Int64(parts[0]), !number.hasPrefix("-0") else {
      return Int64(number).map(grouped) ?? number
    }
    return grouped(whole) + "." + parts[1]
  }

  /// `1 receipt`, `2 receipts`.
  static func counted(_ number: Int64, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `+5`, `-3`, or `no change`.
  static func change(_ number: Int64) -> String {
    switch number {
    case 0: "no change"
    case 1...: "+" + grouped(number)
    default: grouped(number)
    }
  }
}
