public import Foundation

/// https://developer.apple.com/documentation/localauthentication/lacontext
@available(macOS 10.10, iOS 8, watchOS 3, visionOS 1, *)
@available(tvOS, unavailable)
open class LAContext: NSObject {
  /// https://developer.apple.com/documentation/localauthentication/lacontext/localizedreason
  @available(macOS 10.13, iOS 11, visionOS 1, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  open var localizedReason = ""

  /// Whether the person has confirmed: later uses of the same context do not ask again.
  public var standInIsConfirmed = false
}
