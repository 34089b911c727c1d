/// Attribute types of the payload: Apple's Receipt Fields, and those known from receipts only.
public enum AttributeType {
  public static let receiptType: Int64 = 0
  public static let appItemID: Int64 = 1
  public static let bundleID: Int64 = 2
  public static let appVersion: Int64 = 3
  public static let opaqueValue: Int64 = 4
  public static let deviceHash: Int64 = 5
  public static let opaqueSix: Int64 = 6
  public static let opaqueSeven: Int64 = 7
  public static let issueDate: Int64 = 8
  public static let toolVersion: Int64 = 9
  public static let ageRating: Int64 = 10
  public static let developerID: Int64 = 11
  public static let creationDate: Int64 = 12
  public static let clientVersion: Int64 = 13
  public static let deviceCode: Int64 = 14
  public static let downloadID: Int64 = 15
  public static let versionExternalID: Int64 = 16
  public static let inAppPurchase: Int64 = 17
  public static let originalPurchaseDate: Int64 = 18
  public static let originalAppVersion: Int64 = 19
  /// Always an empty text where it is there.
  public static let emptyTwenty: Int64 = 20
  public static let expirationDate: Int64 = 21
  public static let volumePurchaseDate: Int64 = 22
  public static let volumePurchaser: Int64 = 23
  public static let platformCode: Int64 = 25
  public static let preorderDate: Int64 = 32

  public static let quantity: Int64 = 1701
  public static let productID: Int64 = 1702
  public static let transactionID: Int64 = 1703
  public static let purchaseDate: Int64 = 1704
  public static let originalTransactionID: Int64 = 1705
  public static let purchaseOriginalDate: Int64 = 1706
  public static let productType: Int64 = 1707
  public static let expiresDate: Int64 = 1708
  public static let productItemID: Int64 = 1710
  public static let webOrderLineItemID: Int64 = 1711
  public static let cancellationDate: Int64 = 1712
  public static let isTrialPeriod: Int64 = 1713
  public static let isInIntroOfferPeriod: Int64 = 1719
  public static let cancellationReason: Int64 = 1720
  public static let promotionalOfferID: Int64 = 1721
  /// Always 0 where it is there.
  public static let zeroTwentyTwo: Int64 = 1722
  /// Always an empty text.
  public static let emptyPurchaseTexts: Set<Int64> = [1709, 1714, 1715, 1716, 1717, 1718]
}
