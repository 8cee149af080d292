public import Foundation
#if os(macOS)
  public import AppKit
#else
  public import UIKit
#endif

#if os(macOS)
  /// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
  @available(macOS 10.15, *)
  public typealias ASPresentationAnchor = NSWindow
#else
  /// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
  @available(iOS 12, tvOS 13, visionOS 1, *)
  @available(watchOS, unavailable)
  public typealias ASPresentationAnchor = UIWindow
#endif

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@available(macOS 10.15, iOS 13, visionOS 1, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// The same page, `presentationAnchor(for:)`.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
@available(macOS 10.15, iOS 12, tvOS 16, watchOS 6.2, visionOS 1, *)
open class ASWebAuthenticationSession: NSObject {
  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback
  @available(macOS 14.4, iOS 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  public final class Callback: NSObject, Sendable {
    let words: String

    init(_ words: String) { self.words = words }

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/customscheme(_:)
    public static func customScheme(_ customScheme: String) -> Callback { Callback("scheme \(customScheme)") }

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/https(host:path:)
    public static func https(host: String, path: String) -> Callback { Callback("https \(host) \(path)") }
  }

  let url: URL
  let callback: Callback
  private let completionHandler: CompletionHandler
  private var isFinished = false

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession
  @available(macOS 10.15, iOS 13, watchOS 6.2, visionOS 1, *)
  @available(tvOS, unavailable)
  open var prefersEphemeralWebBrowserSession = false

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider
  @available(macOS 10.15, iOS 13, visionOS 1, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callback:completionhandler:)-6nut7
  @available(macOS 14.4, iOS 17.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
    (url, self.callback, self.completionHandler) = (URL, callback, completionHandler)
    super.init()
  }

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)
  public init(url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
    (url, callback) = (URL, callbackURLScheme.map(Callback.customScheme) ?? Callback("none"))
    self.completionHandler = completionHandler
    super.init()
  }

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/start()
  ///
  /// The real one is called on the main thread; so is this one.
  @discardableResult
  open func start() -> Bool {
    nonisolated(unsafe) let session = self
    return MainActor.assumeIsolated { StandInWebSheet.start(session) }
  }

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/cancel()
  @available(macOS 10.15, iOS 12, watchOS 6.2, visionOS 1, *)
  @available(tvOS, unavailable)
  open func cancel() { finish(nil, ASWebAuthenticationSessionError(.canceledLogin)) }

  func finish(_ url: URL?, _ error: (any Error)?) {
    guard !isFinished else { return }
    isFinished = true
    completionHandler(url, error)
  }
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
@available(macOS 10.15, iOS 12, tvOS 16, watchOS 6.2, visionOS 1, *)
public struct ASWebAuthenticationSessionError: Error, Sendable {
  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    @available(macOS 10.15, iOS 13, visionOS 1, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    case presentationContextNotProvided = 2
    @available(macOS 10.15, iOS 13, visionOS 1, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    case presentationContextInvalid = 3
  }

  public let code: Code

  public init(_ code: Code) { self.code = code }
}

/// What the tests see of the sheet that is shown, and what its user does.
@available(watchOS, unavailable)
@MainActor public enum StandInWebSheet {
  /// What was shown.
  @MainActor public final class Shown {
    public let url: String
    public let callback: String
    public let isEphemeral: Bool
    public let anchor: ASPresentationAnchor?
    private let session: ASWebAuthenticationSession

    init(_ session: ASWebAuthenticationSession, over anchor: ASPresentationAnchor?) {
      (url, callback, isEphemeral) = (
        session.url.absoluteString, session.callback.words, session.prefersEphemeralWebBrowserSession
      )
      (self.anchor, self.session) = (anchor, session)
    }

    /// The page sends the user back.
    public func callBack(_ url: String) { session.finish(URL(string: url), nil) }
    /// The user presses “Cancel”, or swipes the sheet away.
    public func dismiss() { session.cancel() }
    /// The system ends it.
    public func fail(_ error: any Error) { session.finish(nil, error) }
    /// The system calls back with neither.
    public func endWithNothing() { session.finish(nil, nil) }
  }

  /// What is on the screen, or was last.
  public private(set) static var shown: Shown?
  /// Whether the system shows anything.
  public static var canStart = true

  public static func reset() { (shown, canStart) = (nil, true) }

  static func start(_ session: ASWebAuthenticationSession) -> Bool {
    guard canStart else { return false }
    guard let provider = session.presentationContextProvider else {
      session.finish(nil, ASWebAuthenticationSessionError(.presentationContextNotProvided))
      return false
    }
    shown = Shown(session, over: provider.presentationAnchor(for: session))
    return true
  }
}
