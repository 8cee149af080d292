#if canImport(Darwin) || WAYLEAVE_STAND_INS
  public import Foundation
  #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import UIKit
  #endif
  public import Wayleave
  public import WayleaveWire

  /// URLs that open this app: from `onOpenURL`, the scene's delegate, the app's delegate, and links of the web.
  extension Accounts {
    /// Finishes the sign-in that a URL answers, whichever way it came.
    ///
    /// A sign-in of this process gets it at once. One of a process that the system ended is finished from the store, which
    /// needs the `state` in the URL. A URL that was handed over before is ``CallbackOutcome/unsolicited``, and one of another
    /// app's scheme is ``CallbackOutcome/notOurs(_:)``: nothing is done. Throws what the sign-in fails with.
    public func receive(_ url: URL) async throws(OAuthError) -> CallbackOutcome {
      let text = url.absoluteString
      #if canImport(UIKit) && !os(watchOS) && !os(tvOS)
        if let source = callbackSource as? AppSwitchSource {
          let scheme = url.scheme?.lowercased() ?? ""
          guard scheme == "https" || source.declarations.schemes.contains(scheme) else {
            return .notOurs(.foreignScheme(scheme))
          }
          switch await source.arrivals.deliver(text) {
          case .completed(let signedIn)?: return .completed(signedIn)
          case .denied(let error)?, .failed(let error)?: throw error
          case .ignored?, nil: break
          }
        }
      #endif
      return try await receive(text)
    }
  }
#endif

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  extension Accounts {
    /// The same for a link of the web that opens this app; any other activity is ``CallbackOutcome/notOurs(_:)``.
    @MainActor public func receive(_ activity: NSUserActivity) async throws(OAuthError) -> CallbackOutcome {
      guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else {
        return .notOurs(.noLink())
      }
      return try await receive(url)
    }

    /// The same for what a scene is opened with: one outcome for each URL, whatever becomes of the others.
    @MainActor public func receive(_ contexts: Set<UIOpenURLContext>) async -> [Result<CallbackOutcome, OAuthError>] {
      var outcomes: [Result<CallbackOutcome, OAuthError>] = []
      for context in contexts {
        do throws(OAuthError) { outcomes.append(.success(try await receive(context.url))) } catch {
          outcomes.append(.failure(error))
        }
      }
      return outcomes
    }
  }

  extension OAuthError {
    fileprivate static func foreignScheme(_ scheme: String) -> OAuthError {
      OAuthError(
        .unsolicitedCallback, message: "The URL has a scheme that this app does not declare.", rule: .rfc(8252, "7.1"),
        received: .text(scheme),
        remedy: "Nothing was done. Declare the scheme of the redirect URI in Info.plist.")
    }

    fileprivate static func noLink() -> OAuthError {
      OAuthError(
        .unsolicitedCallback, message: "The activity is no link of the web.", rule: .rfc(8252, "7.2"),
        remedy: "Nothing was done.")
    }
  }
#endif
