public import Wayleave
import WayleaveWire

/// A provider at which visitors of a website can sign in.
public struct WebsiteProvider: Sendable {
  /// The name in the paths of the website, such as `github` in `/sign-in/github`: small letters, digits and hyphens.
  public let name: String
  /// The provider.
  public let provider: Provider
  /// The website's client there, whose redirect URI is `/sign-in/NAME/callback` at the website.
  public let client: Client
  /// What the pages call the provider.
  public let title: String
  /// What is asked for.
  public let options: SignInOptions

  /// A provider; throws `configuration.invalid_value` for a name that cannot stand in a path.
  public init(
    _ name: String, _ provider: Provider, as client: Client, title: String? = nil,
    options: SignInOptions = SignInOptions()
  ) throws(OAuthError) {
    guard (1...40).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName) else { throw .providerInPath(name) }
    self.name = name
    self.provider = provider
    self.client = client
    self.title = title ?? provider.title
    self.options = options
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

extension OAuthError {
  fileprivate static func providerInPath(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(name, limit: 80))” cannot stand in a path of the website.",
      rule: .wayleave("a provider's name in a path has 1 to 40 small letters, digits and hyphens"),
      remedy: "Choose a name such as “github”.")
  }
}
