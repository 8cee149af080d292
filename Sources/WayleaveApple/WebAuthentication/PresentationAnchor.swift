#if canImport(AuthenticationServices) && !os(watchOS) && !os(tvOS)
  import AuthenticationServices
  #if canImport(UIKit)
    import UIKit
  #endif
  #if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
  #endif

  extension ASPresentationAnchor {
    /// The window of the app that is in front; nil where there is none.
    ///
    /// An extension may not ask for it: its compiler refuses `UIApplication.shared`.
    @available(iOSApplicationExtension, unavailable, message: "an extension gives the window")
    @available(macCatalystApplicationExtension, unavailable, message: "an extension gives the window")
    @available(visionOSApplicationExtension, unavailable, message: "an extension gives the window")
    @MainActor static var inFront: ASPresentationAnchor? {
      #if canImport(UIKit)
        UIApplication.shared.windowInFront
      #else
        NSApplication.shared.windowInFront
      #endif
    }
  }

  #if canImport(UIKit)
    extension UIApplication {
      /// The key window of the scene that the user works with, or else of one that can be seen.
      var windowInFront: UIWindow? {
        let scenes = connectedScenes.compactMap { $0 as? UIWindowScene }
        for state in [UIScene.ActivationState.foregroundActive, .foregroundInactive] {
          for scene in scenes where scene.activationState == state {
            if let window = scene.keyWindow ?? scene.windows.first { return window }
          }
        }
        return nil
      }
    }

    extension UIWindow {
      /// Whether the window still belongs to a scene that is connected.
      var isOnScreen: Bool { windowScene.map { $0.activationState != .unattached } ?? false }
    }
  #endif

  #if canImport(AppKit) && !targetEnvironment(macCatalyst)
    extension NSApplication {
      /// The window that the user works with.
      var windowInFront: NSWindow? { keyWindow ?? mainWindow }
    }

    extension NSWindow {
      /// Whether the window is open, be it minimized.
      var isOnScreen: Bool { isVisible || isMiniaturized }
    }
  #endif
#endif
