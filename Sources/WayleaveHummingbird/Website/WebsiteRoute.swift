import HTTPTypes
import Wayleave
import WayleaveWire

/// A path that the website answers itself. Paths are compared as they came: an escape is another path.
enum WebsiteRoute: Equatable {
  /// The style sheet.
  case style
  /// The page with all providers.
  case providers
  /// The beginning of a sign-in at a provider.
  case begin(Int)
  /// The redirect URI of a provider.
  case callback(Int)
  /// Where a provider reports, from server to server, that a session has ended.
  case backChannelLogout(Int)
  /// The same by a frame in the browser.
  case frontChannelLogout(Int)
  /// The end of the browser's session.
  case signOut
  /// The page of the user's accounts and sessions.
  case accounts
  /// The beginning of a sign-in that adds an account.
  case link
  /// The removal of an account.
  case unlink
  /// The end of one of the user's sessions.
  case endSession
  /// Where an app hands over what a provider gave it.
  case appSignIn(Int)
  /// Where a provider reports that a session of an app's user has ended.
  case appBackChannelLogout(Int)
  /// A provider at which no app signs in.
  case unknownApp
  /// The end of an app's session.
  case appSignOut

  /// What a path means; `callbacks` are those of the providers' redirect URIs, `apps` the providers of apps.
  init?(path: String, of providers: [WebsiteProvider], callbacks: [String], apps: [AppProvider]) {
    if let provider = callbacks.firstIndex(where: path.hasSameBytes) {
      self = .callback(provider)
      return
    }
    switch path {
    case "/sign-in/style.css": self = .style
    case "/sign-in": self = .providers
    case "/sign-out": self = .signOut
    case "/accounts": self = .accounts
    case "/accounts/link": self = .link
    case "/accounts/unlink": self = .unlink
    case "/accounts/sign-out": self = .endSession
    case "/app/sign-out" where !apps.isEmpty: self = .appSignOut
    case let path where path.utf8.starts(with: Self.appSignIn.utf8) && !apps.isEmpty:
      self = Self.ofApp(path.utf8.dropFirst(Self.appSignIn.utf8.count), apps)
    default:
      let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard (3...4).contains(segments.count), segments[0].isEmpty, segments[1].elementsEqual("sign-in".utf8),
        let provider = providers.firstIndex(where: { segments[2].elementsEqual($0.name.utf8) })
      else { return nil }
      switch segments.count == 3 ? nil : String(decoding: segments[3], as: UTF8.self) {
      case nil: self = .begin(provider)
      case "back-channel-logout"?: self = .backChannelLogout(provider)
      case "front-channel-logout"?: self = .frontChannelLogout(provider)
      default: return nil
      }
    }
  }

  private static let appSignIn = "/app/sign-in/"

  private static func ofApp(_ rest: Substring.UTF8View, _ apps: [AppProvider]) -> WebsiteRoute {
    for (index, app) in apps.enumerated() {
      if rest.elementsEqual(app.name.utf8) { return .appSignIn(index) }
      if rest.elementsEqual((app.name + "/back-channel-logout").utf8) { return .appBackChannelLogout(index) }
    }
    return .unknownApp
  }

  /// The methods that the path takes: what changes something is posted.
  ///
  /// RFC 9110 §9.3.2: HEAD is for all that GET is for, except where a GET begins a sign-in, or ends one.
  var methods: [HTTPRequest.Method] {
    switch self {
    case .style, .providers, .accounts: [.get, .head]
    case .signOut: [.get, .head, .post]
    case .frontChannelLogout: [.get]
    case .begin, .callback: [.get, .post]
    case .backChannelLogout, .link, .unlink, .endSession, .appSignIn, .appBackChannelLogout, .appSignOut: [.post]
    case .unknownApp: [.get, .head, .post, .put, .patch, .delete, .options]
    }
  }
}
