public import Wayleave

/// A provider at which the users of a native app sign in, whose server half the website is.
///
/// The app begins the sign-in as this client, and hands over what comes of it at `/app/sign-in/NAME`. It chooses neither
/// the provider nor the client: both stand here, and so does the secret, which no app can keep.
public struct AppProvider: Sendable {
  /// What an app can hand over.
  public enum HandOver: String, Sendable, Hashable, CaseIterable {
    /// A code with its verifier, which the website exchanges.
    case code
    /// An ID token, with the nonce whose SHA-256 stands in it.
    case idToken = "id_token"
    /// An access token of OAuth 2. Everyone who was shown it can hand it over, each API to which the app sent it too.
    case accessToken = "access_token"
    /// A token of OAuth 1.0a with its secret. Everyone who knows both can hand them over.
    case tokenAndSecret = "oauth_token"
    /// An OAuth Echo: the header fields of a request that only the provider can verify. Everyone who sees them can hand
    /// them over first, and is then signed in as the user: each counts once, and no secret of this sign-in is in them.
    case echo
  }

  /// The name in the path, such as `github` in `/app/sign-in/github`: small letters, digits and hyphens.
  public let name: String
  /// The provider.
  public let provider: Provider
  /// The client of app and website there, with the secret. Its redirect URIs are those of the app.
  public let client: Client
  /// What is accepted.
  public let accepted: Set<HandOver>

  /// A provider; throws `configuration.invalid_value` for a name that cannot stand in a path.
  ///
  /// Accept a code wherever the provider gives one: nothing else is tied to the sign-in of one app on one device.
  public init(
    _ name: String, _ provider: Provider, as client: Client, accepting accepted: Set<HandOver> = [.code]
  ) throws(OAuthError) {
    _ = try WebsiteProvider(name, provider, as: client)
    self.name = name
    self.provider = provider
    self.client = client
    self.accepted = accepted
  }
}
