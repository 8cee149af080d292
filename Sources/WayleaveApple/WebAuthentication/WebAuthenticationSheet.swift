#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation
  import WayleaveWire
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// One browser sheet of the system: shown once.
  @MainActor final class WebAuthenticationSheet: NSObject {
    /// How a sheet ended.
    enum End: Sendable, Equatable {
      case returned(String)
      case closedByUser
      case closedWithWindow
      case closedByProgram
      case failed(String)
    }

    private let isEphemeral: Bool
    private var session: ASWebAuthenticationSession?
    private var waiter: CheckedContinuation<End, Never>?
    /// How it ended; nil while it is shown.
    private var ended: End?

    #if !os(watchOS) && !os(tvOS)
      private let anchor: WebAuthenticationSource.Anchor
      private weak var window: ASPresentationAnchor?
      private var hadWindow = false

      init(isEphemeral: Bool, anchor: @escaping WebAuthenticationSource.Anchor) {
        (self.isEphemeral, self.anchor) = (isEphemeral, anchor)
      }
    #else
      init(isEphemeral: Bool) { self.isEphemeral = isEphemeral }
    #endif

    /// Shows a page, and waits for its end; a cancelled task closes it.
    func end(of page: URL, by way: WebAuthenticationSession.Way, shown: @Sendable () -> Void) async -> End {
      await withTaskCancellationHandler {
        start(page, by: way)
        if ended == nil { shown() }
        return await withCheckedContinuation { waiter in
          if let ended { waiter.resume(returning: ended) } else { self.waiter = waiter }
        }
      } onCancel: {
        Task { @MainActor in self.close() }
      }
    }

    private func start(_ page: URL, by way: WebAuthenticationSession.Way) {
      guard !Task.isCancelled else { return finish(.closedByProgram) }
      // The system calls from a thread of its choice: a closure of the main actor would end the program then.
      let session = way.session(for: page) { @Sendable url, error in
        let text = url?.absoluteString
        let code = (error as? ASWebAuthenticationSessionError)?.code
        let words = error.map { DisplayText.clean("\($0)", limit: 200) }
        Task { @MainActor in self.finish(self.end(text, code, words)) }
      }
      guard let session else { return finish(.failed("this system brings no https URL back to an app")) }
      #if !os(tvOS)
        session.prefersEphemeralWebBrowserSession = isEphemeral
      #endif
      #if !os(watchOS) && !os(tvOS)
        guard let window = anchor() else { return finish(.failed("the app has no window in front")) }
        (self.window, hadWindow) = (window, true)
        session.presentationContextProvider = self
      #endif
      self.session = session
      if !session.start() { finish(.failed("it did not start")) }
    }

    /// What the system's answer means.
    private func end(_ url: String?, _ code: ASWebAuthenticationSessionError.Code?, _ words: String?) -> End {
      if let url { return .returned(url) }
      switch code {
      // The system says the same whether the user closed the page or its window went away.
      case .canceledLogin?: return isWindowGone ? .closedWithWindow : .closedByUser
      case .presentationContextNotProvided?, .presentationContextInvalid?:
        return isWindowGone ? .closedWithWindow : .failed("the window is not in front")
      default: return .failed(words ?? "it ended without an answer")
      }
    }

    private var isWindowGone: Bool {
      #if !os(watchOS) && !os(tvOS)
        hadWindow && window?.isOnScreen != true
      #else
        false
      #endif
    }

    private func close() {
      finish(.closedByProgram)
      #if !os(tvOS)
        session?.cancel()
      #endif
    }

    /// The first end counts: the page may come back while it is being closed.
    private func finish(_ end: End) {
      guard ended == nil else { return }
      ended = end
      waiter?.resume(returning: end)
      waiter = nil
    }
  }

  #if !os(watchOS) && !os(tvOS)
    extension WebAuthenticationSheet: ASWebAuthenticationPresentationContextProviding {
      func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        // Only a window that is already gone is missing here; the system refuses one that is on no screen.
        window ?? ASPresentationAnchor()
      }
    }
  #endif

  extension WebAuthenticationSession.Way {
    /// Whether this system brings an https URL back to an app: iOS 17.4, macOS 14.4 and their siblings do.
    static var systemBringsHTTPS: Bool {
      if #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) { true } else { false }
    }

    /// The system's session for a page; nil where it cannot bring the callback.
    fileprivate func session(
      for page: URL, ending: @escaping ASWebAuthenticationSession.CompletionHandler
    ) -> ASWebAuthenticationSession? {
      switch self {
      case .scheme(let scheme):
        return ASWebAuthenticationSession(url: page, callbackURLScheme: scheme, completionHandler: ending)
      case .https(let host, let path):
        guard #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) else { return nil }
        return ASWebAuthenticationSession(
          url: page, callback: .https(host: host, path: path), completionHandler: ending)
      }
    }
  }
#endif
