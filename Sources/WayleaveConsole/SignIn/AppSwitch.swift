package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// Whether the provider's own app can be started on this desktop, or why not.
package enum AppSwitch: Sendable, Equatable {
  /// The app can be started: the desktop opens URLs of the scheme with the program, by the name of its file.
  case ready(scheme: String, program: String)
  /// There is no client id to name to the app.
  case clientIDMissing
  /// The app could not come back, and why.
  case callbackNotUsable(reason: String)
  /// No program opens the scheme of the app. Where it can be installed is an offer.
  case appNotInstalled(install: AbsoluteURL?)
  /// The app is there, and does not know this way of signing in.
  case appTooOld(install: AbsoluteURL?)
  /// The desktop cannot start it, or the user would not see it.
  case notStartable(reason: String)

  /// Looks at everything that an app switch needs, the cheapest first; `standing` asks the desktop about a scheme.
  package init(
    to app: NativeApp, as client: Client?, unseenBecause: String? = nil, standing: (String) -> SchemeStanding
  ) {
    self = Self.obstacle(to: app, client, unseenBecause, standing) ?? Self.standing(of: app, standing)
  }

  private static func obstacle(
    to app: NativeApp, _ client: Client?, _ unseenBecause: String?, _ standing: (String) -> SchemeStanding
  ) -> AppSwitch? {
    guard let client, !client.id.text.isEmpty else { return .clientIDMissing }
    if let unseenBecause { return .notStartable(reason: unseenBecause) }
    guard app.hasOwnScheme else {
      return .notStartable(reason: "its scheme, \(app.authorization.scheme), is not one of an app")
    }
    do throws(OAuthError) {
      _ = try RedirectWay.first(among: client.redirectURIs, against: .app) { standing($0.text) }
      return nil
    } catch { return .callbackNotUsable(reason: error.message) }
  }

  private static func standing(of app: NativeApp, _ standing: (String) -> SchemeStanding) -> AppSwitch {
    switch standing(app.authorization.scheme) {
    case .other(let program): return .ready(scheme: app.authorization.scheme, program: program)
    case .unknown:
      return .notStartable(reason: "the desktop does not say which program opens \(app.authorization.scheme)")
    case .none, .ours:
      guard let scheme = app.scheme, case .other = standing(scheme) else {
        return .appNotInstalled(install: app.install)
      }
      return .appTooOld(install: app.install)
    }
  }

  /// Whether the app can be started.
  package var isReady: Bool { if case .ready = self { true } else { false } }

  /// One line for the user, before anything is started: which program opens, or why the browser is used instead.
  package func sentence(for title: String) -> String {
    let app = "the app of \(DisplayText.clean(title))"
    return switch self {
    case .ready(let scheme, let program):
      "Flow: \(app). This desktop opens URLs of \(scheme) with \(DisplayText.clean(program))."
    case .clientIDMissing: "Flow: browser, because there is no client id to name to \(app)."
    case .callbackNotUsable(let reason): "Flow: browser, because \(app) could not come back. \(reason)"
    case .appNotInstalled(let install): "Flow: browser, because \(app) is not installed.\(Self.offer(install))"
    case .appTooOld(let install):
      "Flow: browser, because \(app) is too old: it does not know this way of signing in.\(Self.offer(install))"
    case .notStartable(let reason): Self.notStarted(app, reason)
    }
  }

  /// One line more where the app gives back no state: nil where none is started, and where it does.
  package func sentenceOnState(of app: NativeApp, for title: String) -> String? {
    guard isReady, app.omitsState else { return nil }
    return
      "The app of \(DisplayText.clean(title)) gives back no state: while this command waits, any program or website "
      + "can answer in its place. Look at the account that is named in the end."
  }

  /// The same line where the person would have to be asked before that program is started, and no one can be asked.
  package func sentenceWithoutQuestion(for title: String) -> String {
    guard case .ready(let scheme, let program) = self else { return sentence(for: title) }
    return "Flow: browser, because the entry of \(DisplayText.clean(title)) is not part of Wayleave, and there is no "
      + "terminal to ask at: it would start \(DisplayText.clean(program)) by the scheme \(scheme). To allow that, run the "
      + "same command in a terminal."
  }

  fileprivate static func notStarted(_ app: String, _ reason: String) -> String {
    "Flow: browser, because \(app) cannot be started: \(reason)."
  }

  private static func offer(_ install: AbsoluteURL?) -> String { install.map { " It is here: \($0.text)" } ?? "" }
}

/// What came of starting the provider's app.
///
/// It does not say that the user has allowed anything: that comes back later, on our scheme.
package enum AppStart: Sendable, Equatable {
  case started
  /// It was not started, and why.
  case failed(reason: String)
  /// What opens it ended with a failure: the app may have run, and may even have answered.
  case ended(reason: String)

  /// One line for the user.
  package func sentence(for title: String) -> String {
    let app = "the app of \(DisplayText.clean(title))"
    return switch self {
    case .started: "Flow: \(app), which was started. Allow the sign-in there."
    case .failed(let reason), .ended(let reason): AppSwitch.notStarted(app, reason)
    }
  }
}
