#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation
  import Wayleave
  import WayleaveBackport
  import WayleaveOAuth2
  import WayleaveWire

  /// One sign-in that waits for the browser sheet.
  final class WebAuthenticationSession: CallbackSession {
    /// How the system recognizes the callback.
    enum Way: Sendable, Hashable {
      case scheme(String)
      case https(host: String, path: String)

      /// The way to a redirect URI; nil where the system cannot bring it.
      init?(to redirectURI: RedirectURI, bringsHTTPS: Bool = systemBringsHTTPS) {
        let url = redirectURI.url
        switch url.scheme {
        case "http": return nil
        case "https":
          // The system compares host and path, and knows no port.
          guard bringsHTTPS, let host = url.host, url.effectivePort == 443 else { return nil }
          self = .https(host: host, path: url.path.isEmpty ? "/" : url.path)
        default: self = .scheme(url.scheme)
        }
      }
    }

    let redirectURI: RedirectURI
    private let way: Way
    private let notify: @Sendable (WebAuthenticationNotice) -> Void
    private let sheet: @MainActor @Sendable () -> WebAuthenticationSheet
    private let tasks = Lock<[Task<Void, Never>]>([])

    init(
      redirectURI: RedirectURI, by way: Way, notify: @escaping @Sendable (WebAuthenticationNotice) -> Void,
      sheet: @escaping @MainActor @Sendable () -> WebAuthenticationSheet
    ) {
      (self.redirectURI, self.way, self.notify, self.sheet) = (redirectURI, way, notify, sheet)
    }

    func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
      Callbacks { continuation in
        let showing = Task { [way, notify, sheet] in
          let end = await Self.show(page.url, by: way, on: await sheet(), notify)
          notify(end.notice)
          switch end {
          case .returned(let text):
            continuation.yield(Callback(text))
            // The sheet is closed: nothing more can come.
            continuation.finish()
          case .closedByProgram: continuation.finish(throwing: CancellationError())
          case .closedByUser: continuation.finish(throwing: OAuthError.sheetClosed())
          case .closedWithWindow: continuation.finish(throwing: OAuthError.windowClosed())
          case .failed(let words): continuation.finish(throwing: OAuthError.sheetFailed(words))
          }
        }
        let timer = Task {
          guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
          continuation.finish(throwing: OAuthError.sheetTimedOut())
          showing.cancel()
        }
        tasks.withLock { $0 += [showing, timer] }
        continuation.onTermination = { _ in
          showing.cancel()
          timer.cancel()
        }
      }
    }

    /// Closes the sheet, and returns when it is closed.
    func close() async {
      let tasks = tasks.withLock { tasks in
        defer { tasks = [] }
        return tasks
      }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }

    private static func show(
      _ url: AbsoluteURL, by way: Way, on sheet: WebAuthenticationSheet,
      _ notify: @Sendable (WebAuthenticationNotice) -> Void
    ) async -> WebAuthenticationSheet.End {
      guard url.scheme == "https" || url.scheme == "http", let page = URL(string: url.text) else {
        return .failed("only http and https URLs are shown")
      }
      return await sheet.end(of: page, by: way) { notify(.shown) }
    }
  }

  extension WebAuthenticationSheet.End {
    fileprivate var notice: WebAuthenticationNotice {
      switch self {
      case .returned: .returned
      case .closedByUser: .closedByUser
      case .closedWithWindow: .closedWithWindow
      case .closedByProgram: .closedByProgram
      case .failed(let words): .failed(words)
      }
    }
  }

  extension OAuthError {
    fileprivate static func sheetClosed() -> OAuthError {
      OAuthError(
        .cancelled, message: "You closed the sign-in page.", rule: .wayleave("a user may decide against a sign-in"),
        remedy: "Begin again when you like. Nothing was changed.")
    }

    fileprivate static func windowClosed() -> OAuthError {
      OAuthError(
        .cancelled, message: "The window with the sign-in page was closed.",
        rule: .wayleave("a sign-in page belongs to a window"),
        remedy: "Begin the sign-in again in a window that is open. Nothing was changed.")
    }

    fileprivate static func sheetFailed(_ words: String) -> OAuthError {
      OAuthError(
        .unsupported, message: "The system cannot show the sign-in page: \(words).", rule: .rfc(8252, "B.1"),
        remedy: """
          Begin the sign-in while a window of the app is in front, or give the window. For an https redirect URI, add \
          webcredentials with its host to the Associated Domains of the app.
          """)
    }

    fileprivate static func sheetTimedOut() -> OAuthError {
      OAuthError(
        .timedOut, message: "The sign-in page did not come back in time.",
        rule: .wayleave("a sign-in waits for a bounded time"), remedy: .giveMoreTime)
    }
  }
#endif
