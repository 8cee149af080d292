#if canImport(AuthenticationServices)
  import Foundation
  import Wayleave
  public import WayleaveOAuth2
  public import WayleaveWire

  /// An app that signs users in with the account of the system, by its bundle id.
  ///
  /// Sign in with Apple knows an app by nothing else. There is no place for a key here: the secret with which a code is
  /// exchanged is signed on a server, which gets the code by ``AppleHandOver``. Anyone who has the app can read a key in it.
  public struct AppleApp: Sendable, Hashable {
    /// The bundle id, which is the audience of every identity token.
    public let bundleID: String

    /// An app of a bundle id; throws `configuration.invalid_client` for an empty one.
    public init(bundleID: String) throws(OAuthError) {
      guard !bundleID.isEmpty else { throw .noBundleID() }
      self.bundleID = bundleID
    }

    /// The app that runs; throws `configuration.invalid_client` for a program without a bundle.
    public static func running() throws(OAuthError) -> AppleApp {
      try AppleApp(bundleID: Bundle.main.bundleIdentifier ?? "")
    }

    /// The public client that it is at Apple.
    public var clientID: ClientID { ClientID(bundleID) }
  }

  extension OAuthError {
    fileprivate static func noBundleID() -> OAuthError {
      OAuthError(
        .invalidClient, message: "The app has no bundle id, so Apple cannot issue a token to it.",
        rule: .wayleave("Sign in with Apple knows an app by its bundle id"),
        remedy: "Give the bundle id of the app, as in its target's settings.")
    }
  }
#endif
