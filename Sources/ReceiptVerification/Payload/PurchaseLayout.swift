/// Where the attributes of a purchase stand.
///
/// Purchases of a receipt mostly are laid out alike and differ in a few values: a later one is read by
/// its differences from an earlier one of the same layout, which is a comparison and little more.
struct PurchaseLayout {
  /// Places of one attribute, counted from the purchase's first octet.
  struct Field {
    let start: Int
    /// Behind everything that makes the layout: identifiers, lengths, type and version.
    let content: Int
    let end: Int
  }

  /// Where the latest purchase of this layout stands in the payload.
  var range: Range<Int>
  /// Which purchase of the receipt that is.
  var position: Int
  let fields: [Field]
}

/// The layouts that a receipt was found to use, the latest few.
struct PurchaseLayouts {
  /// A receipt's subscriptions, trials and consumables are laid out in two or three ways.
  private static let capacity = 4

  private var layouts: [PurchaseLayout] = []
  private var oldest = 0

  /// One whose purchases have so many octets.
  func index(length: Int) -> Int? { layouts.firstIndex { $0.range.count == length } }

  subscript(index: Int) -> PurchaseLayout { layouts[index] }

  /// Another purchase turned out to have a known layout.
  mutating func move(_ index: Int, to range: Range<Int>, position: Int) {
    layouts[index].range = range
    layouts[index].position = position
  }

  mutating func add(_ layout: PurchaseLayout) {
    if let known = index(length: layout.range.count) {
      layouts[known] = layout
    } else if layouts.count < Self.capacity {
      layouts.append(layout)
    } else {
      layouts[oldest] = layout
      oldest = (oldest + 1) % Self.capacity
    }
  }
}
