public import Foundation

/// https://developer.apple.com/documentation/uikit/uiwindow
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
@MainActor open class UIWindowScene: UIScene {
  /// https://developer.apple.com/documentation/uikit/uiwindowscene/windows
  public internal(set) var windows: [UIWindow] = []
  /// https://developer.apple.com/documentation/uikit/uiwindowscene/keywindow
  public var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }
}

/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: NSObject {
  /// https://developer.apple.com/documentation/uikit/uiapplication/shared
  public static let shared = UIApplication()
  /// https://developer.apple.com/documentation/uikit/uiapplication/connectedscenes
  public var connectedScenes: Set<UIScene> = []
}
