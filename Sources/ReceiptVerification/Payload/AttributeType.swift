/// Attribute types of the payload: Apple's Receipt Fields, and those known from receipts only.
public enum AttributeType {
  public static var receiptType: Int64 { 0 }
  public static var appItemID: Int64 { 1 }
  public static var bundleID: Int64 { 2 }
  public static var appVersion: Int64 { 3 }
  public static var opaqueValue: Int64 { 4 }
  public static var deviceHash: Int64 { 5 }
  public static var opaqueSix: Int64 { 6 }
  public static var opaqueSeven: Int64 { 7 }
  public static var issueDate: Int64 { 8 }
  public static var toolVersion: Int64 { 9 }
  public static var ageRating: Int64 { 10 }
  public static var developerID: Int64 { 11 }
  public static var creationDate: Int64 { 12 }
  public static var clientVersion: Int64 { 13 }
  public static var deviceCode: Int64 { 14 }
  public static var downloadID: Int64 { 15 }
  public static var versionExternalID: Int64 { 16 }
  public static var inAppPurchase: Int64 { 17 }
  public static var originalPurchaseDate: Int64 { 18 }
  public static var originalAppVersion: Int64 { 19 }
  /// Always an empty text where it is there.
  public static var emptyTwenty: Int64 { 20 }
  public static var expirationDate: Int64 { 21 }
  public static var volumePurchaseDate: Int64 { 22 }
  public static var volumePurchaser: Int64 { 23 }
  public static var platformCode: Int64 { 25 }
  public static var preorderDate: Int64 { 32 }

  public static var quantity: Int64 { 1701 }
  public static var productID: Int64 { 1702 }
  public static var transactionID: Int64 { 1703 }
  public static var purchaseDate: Int64 { 1704 }
  public static var originalTransactionID: Int64 { 1705 }
  public static var purchaseOriginalDate: Int64 { 1706 }
  public static var productType: Int64 { 1707 }
  public static var expiresDate: Int64 { 1708 }
  public static var productItemID: Int64 { 1710 }
  public static var webOrderLineItemID: Int64 { 1711 }
  public static var cancellationDate: Int64 { 1712 }
  public static var isTrialPeriod: Int64 { 1713 }
  public static var isInIntroOfferPeriod: Int64 { 1719 }
  public static var cancellationReason: Int64 { 1720 }
  public static var promotionalOfferID: Int64 { 1721 }
  /// Always 0 where it is there.
  public static var zeroTwentyTwo: Int64 { 1722 }
  /// Always an empty text.
  public static var emptyNine: Int64 { 1709 }
  /// Always empty texts.
  public static var emptyFourteenToEighteen: ClosedRange<Int64> { 1714...1718 }

  /// Whether a field, or a fixed meaning, is known for a type.
  static func isKnown(_ type: Int64) -> Bool {
    switch type {
    case receiptType...emptyTwenty, expirationDate, volumePurchaseDate, volumePurchaser,
      platformCode, preorderDate, quantity...zeroTwentyTwo:
      true
    default: false
    }
  }
}
