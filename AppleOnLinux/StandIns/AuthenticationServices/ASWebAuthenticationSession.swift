public import Foundation
import Synchronization
public import UIKit

/// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
public typealias ASPresentationAnchor = UIWindow

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// The same page, `presentationAnchor(for:)`.
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
open class ASWebAuthenticationSession: NSObject {
  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback
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
  open var prefersEphemeralWebBrowserSession = false

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?

  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callback:completionhandler:)-6nut7
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
  open func cancel() { finish(nil, ASWebAuthenticationSessionError(.canceledLogin)) }

  func finish(_ url: URL?, _ error: (any Error)?) {
    guard !isFinished else { return }
    isFinished = true
    completionHandler(url, error)
  }
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
public struct ASWebAuthenticationSessionError: Error, Sendable {
  /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided = 2
    case presentationContextInvalid = 3
  }

  public let code: Code

  public init(_ code: Code) { self.code = code }
}

/// What the tests see of the sheet that is shown, and what its user does.
@MainActor public enum StandInWebSheet {
  /// What was shown.
  @MainActor public final class Shown {
    public let url: String
    public let callback: String
    public let isEphemeral: Bool
    public let anchor: UIWindow?
    private let session: ASWebAuthenticationSession

    init(_ session: ASWebAuthenticationSession, over anchor: UIWindow?) {
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
