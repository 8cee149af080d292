public import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// A provider at which visitors of a website can sign in.
public struct WebsiteProvider: Sendable {
  /// The name in the paths of the website, such as `github` in `/sign-in/github`: small letters, digits and hyphens.
  public let name: String
  /// The provider.
  public let provider: Provider
  /// The website's client there.
  ///
  /// Its redirect URI is the first of its own that is at the website; for one without, `/callback/NAME`.
  public let client: Client
  /// What the pages call the provider.
  public let title: String
  /// What is asked for; of an issuer, where no scopes are named, who the user is: `openid profile`.
  public private(set) var options: SignInOptions
  /// Whether a user who signs out of the website is led to the provider, to end the session there as well.
  public let signsOutThere: Bool

  /// A provider; throws `configuration.invalid_value` for a name that cannot stand in a path.
  ///
  /// With `signsOutThere`, signing out of the website leads on to the provider where that has a page for it, and back to the
  /// front page: register `https://YOUR.SITE/` there as a post-logout redirect URI (OpenID Connect RP-Initiated Logout §2).
  public init(
    _ name: String, _ provider: Provider, as client: Client, title: String? = nil,
    options: SignInOptions = SignInOptions(), signsOutThere: Bool = false
  ) throws(OAuthError) {
    guard (1...40).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName) else { throw .providerInPath(name) }
    self.name = name
    self.provider = provider
    self.client = client
    self.title = title ?? provider.title
    self.options = options
    self.signsOutThere = signsOutThere
    if options.scopes.isEmpty, case .issuer = provider.service { self.options.scopes = ["openid", "profile"] }
  }

  /// Where the provider sends the browser back to. No other provider has it: where a callback arrives shows a mix-up.
  ///
  /// RFC 9700 §4.4.2.2.
  func redirectURI(at address: WebsiteAddress) throws(OAuthError) -> RedirectURI {
    if let own = client.redirectURIs.first(where: { Origin(of: $0.url) == address.origin }) { return own }
    // What is registered for another website leads browsers, and their codes, there.
    if let other = client.redirectURIs.first(where: { ["http", "https"].contains($0.url.scheme) && !$0.isLoopback }) {
      throw .redirectURI(other, of: name, elsewhereThan: address)
    }
    return try RedirectURI(address.url("/callback/\(name)"))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

extension OAuthError {
  fileprivate static func redirectURI(
    _ other: RedirectURI, of provider: String, elsewhereThan address: WebsiteAddress
  ) -> OAuthError {
    OAuthError(
      .invalidRedirectURI,
      message: "The redirect URI of “\(provider)” is \(other.url), and the website is at \(address.origin).",
      rule: .rfc(6749, "3.1.2"),
      remedy: .advice(
        "Give the client the redirect URI that is registered for this website, or none for /callback/\(provider)."))
  }

  fileprivate static func providerInPath(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(name, limit: 80))” cannot stand in a path of the website.",
      rule: .wayleave("a provider's name in a path has 1 to 40 small letters, digits and hyphens"),
      remedy: "Choose a name such as “github”.")
  }
}
