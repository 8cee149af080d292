public import Foundation

// Foundation has it on Apple's systems.

/// https://developer.apple.com/documentation/foundation/nsuseractivitytypebrowsingweb
@available(macOS 10.10, iOS 8, tvOS 9, watchOS 2, visionOS 1, *)
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// https://developer.apple.com/documentation/foundation/nsuseractivity
@available(macOS 10.10, iOS 8, tvOS 9, watchOS 2, visionOS 1, *)
open class NSUserActivity: NSObject {
  /// https://developer.apple.com/documentation/foundation/nsuseractivity/activitytype
  public let activityType: String
  /// https://developer.apple.com/documentation/foundation/nsuseractivity/webpageurl
  open var webpageURL: URL?

  /// https://developer.apple.com/documentation/foundation/nsuseractivity/init(activitytype:)
  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }
}
