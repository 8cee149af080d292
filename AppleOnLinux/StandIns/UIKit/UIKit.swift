public import Foundation

/// https://developer.apple.com/documentation/uikit/uiwindow
@available(iOS 2, tvOS 9, visionOS 1, *)
@available(watchOS, unavailable)
@MainActor open class UIWindow: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiwindow/windowscene
  open weak var windowScene: UIWindowScene?
  /// https://developer.apple.com/documentation/uikit/uiwindow/iskeywindow
  public internal(set) var isKeyWindow = false

  /// A window of no scene: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public override init() { super.init() }

  /// A window of a scene.
  public init(standInFor scene: UIWindowScene?, isKeyWindow: Bool = false) {
    self.isKeyWindow = isKeyWindow
    windowScene = scene
    super.init()
    scene?.windows.append(self)
  }
}

/// https://developer.apple.com/documentation/uikit/uiscene
@available(iOS 13, tvOS 13, visionOS 1, *)
@available(watchOS, unavailable)
@MainActor open class UIScene: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  /// https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.property
  public var activationState: ActivationState

  /// A scene in a state.
  public init(standInFor state: ActivationState) {
    activationState = state
    super.init()
  }
}

/// https://developer.apple.com/documentation/uikit/uiwindowscene
@available(iOS 13, tvOS 13, visionOS 1, *)
@available(watchOS, unavailable)
@MainActor open class UIWindowScene: UIScene {
  /// https://developer.apple.com/documentation/uikit/uiwindowscene/windows
  public internal(set) var windows: [UIWindow] = []
  /// https://developer.apple.com/documentation/uikit/uiwindowscene/keywindow
  @available(iOS 15, tvOS 15, visionOS 1, *)
  @available(watchOS, unavailable)
  public var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }
}

/// https://developer.apple.com/documentation/uikit/uiapplication
@available(iOS 2, tvOS 9, visionOS 1, *)
@available(watchOS, unavailable)
@MainActor open class UIApplication: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiapplication/shared
  public static let shared = UIApplication()
  /// https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes
  @available(iOS 13, tvOS 13, visionOS 1, *)
  @available(watchOS, unavailable)
  public var connectedScenes: Set<UIScene> = []
}

@available(iOS 2, tvOS 9, visionOS 1, *)
@available(watchOS, unavailable)
extension UIApplication {
  /// https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey
  @available(iOS 10, tvOS 10, visionOS 1, *)
  @available(watchOS, unavailable)
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey/universallinksonly
    @available(iOS 10, tvOS 10, visionOS 1, *)
    @available(watchOS, unavailable)
    public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
  @available(iOS 10, tvOS 10, visionOS 1, *)
  @available(watchOS, unavailable)
  @discardableResult
  public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    await StandInApps.open(url, byLinkOnly: options[.universalLinksOnly] as? Bool == true)
  }

  /// https://developer.apple.com/documentation/uikit/uiapplication/canopenurl(_:)
  public func canOpenURL(_ url: URL) -> Bool { StandInApps.canOpen(url) }
}

/// https://developer.apple.com/documentation/uikit/uiopenurlcontext
@available(iOS 13, tvOS 13, visionOS 1, *)
@available(watchOS, unavailable)
@MainActor open class UIOpenURLContext: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiopenurlcontext/url
  public let url: URL

  /// A context of a URL.
  public init(standInFor url: URL) {
    self.url = url
    super.init()
  }
}

/// The other apps of the device, as the tests set them.
@MainActor public enum StandInApps {
  /// The hosts whose links an app claims.
  public static var claimedHosts: Set<String> = []
  /// What an app can open, by the beginning of the URL.
  public static var openedPrefixes: Set<String> = []
  /// Whether the user lets apps be opened.
  public static var opensApps = true
  /// What was opened, in order.
  public private(set) static var opened: [URL] = []
  /// What an app does once it is opened.
  public static var whenOpened: (@MainActor (URL) async -> Void)?

  public static func reset() { (claimedHosts, openedPrefixes, opensApps, opened, whenOpened) = ([], [], true, [], nil) }

  static func canOpen(_ url: URL) -> Bool { openedPrefixes.contains { url.absoluteString.hasPrefix($0) } }

  static func open(_ url: URL, byLinkOnly: Bool) async -> Bool {
    guard opensApps, byLinkOnly ? claimedHosts.contains(url.host ?? "") : canOpen(url) else { return false }
    opened.append(url)
    await whenOpened?(url)
    return true
  }
}

/// https://developer.apple.com/documentation/uikit/uipasteboard
@available(iOS 3, visionOS 1, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
open class UIPasteboard: NSObject {
  /// https://developer.apple.com/documentation/uikit/uipasteboard/general
  @MainActor public static let general = UIPasteboard()
  /// https://developer.apple.com/documentation/uikit/uipasteboard/string
  open var string: String?
}
