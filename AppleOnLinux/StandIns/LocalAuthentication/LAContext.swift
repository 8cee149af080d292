public import Foundation

/// https://developer.apple.com/documentation/localauthentication/lacontext
open class LAContext: NSObject {
  /// https://developer.apple.com/documentation/localauthentication/lacontext/localizedreason
  open var localizedReason = ""

  /// Whether the person has confirmed: later uses of the same context do not ask again.
  public var standInIsConfirmed = false
}
