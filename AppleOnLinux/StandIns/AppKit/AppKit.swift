public import Foundation

/// https://developer.apple.com/documentation/appkit/nswindow
@available(macOS 10, *)
@MainActor open class NSWindow: NSObject {
  /// https://developer.apple.com/documentation/appkit/nswindow/isvisible
  open var isVisible = true
  /// https://developer.apple.com/documentation/appkit/nswindow/isminiaturized
  open var isMiniaturized = false
}

/// https://developer.apple.com/documentation/appkit/nsworkspace
@available(macOS 10, *)
open class NSWorkspace: NSObject {
  /// https://developer.apple.com/documentation/appkit/nsworkspace/shared
  @MainActor public static let shared = NSWorkspace()

  /// What was opened, and whether a program opens anything at all.
  public var standInOpened: [URL] = []
  public var standInOpens = true

  /// https://developer.apple.com/documentation/appkit/nsworkspace/open(_:)
  @discardableResult open func open(_ url: URL) -> Bool {
    standInOpened.append(url)
    return standInOpens
  }
}

/// https://developer.apple.com/documentation/appkit/nsapplication
@available(macOS 10, *)
@MainActor open class NSApplication: NSObject {
  /// https://developer.apple.com/documentation/appkit/nsapplication/shared
  public static let shared = NSApplication()
  /// https://developer.apple.com/documentation/appkit/nsapplication/keywindow
  open var keyWindow: NSWindow?
  /// https://developer.apple.com/documentation/appkit/nsapplication/mainwindow
  open var mainWindow: NSWindow?
}

/// https://developer.apple.com/documentation/appkit/nspasteboard
@available(macOS 10, *)
open class NSPasteboard: NSObject {
  /// https://developer.apple.com/documentation/appkit/nspasteboard/pasteboardtype
  @available(macOS 10, *)
  public struct PasteboardType: Sendable {
    /// https://developer.apple.com/documentation/appkit/nspasteboard/pasteboardtype/string
    public static let string = PasteboardType()
  }

  /// https://developer.apple.com/documentation/appkit/nspasteboard/general
  @MainActor public static let general = NSPasteboard()

  /// https://developer.apple.com/documentation/appkit/nspasteboard/clearcontents()
  @available(macOS 10, *)
  @discardableResult open func clearContents() -> Int { 0 }

  /// https://developer.apple.com/documentation/appkit/nspasteboard/setstring(_:fortype:)
  @available(macOS 10, *)
  @discardableResult open func setString(_ string: String, forType type: PasteboardType) -> Bool { true }
}
