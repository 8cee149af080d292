import WayleaveWire

/// What kind of token is given or wanted in an exchange.
///
/// RFC 8693 §3. The list is open: a server may have names of its own.
public struct TokenTypeIdentifier: Sendable, Hashable {
  /// The URI as it is written.
  public let text: String

  /// Takes any name.
  public init(_ text: String) {
    self.text = text
  }

  /// An OAuth 2 access token of the server.
  public static let accessToken = TokenTypeIdentifier("urn:ietf:params:oauth:token-type:access_token")
  /// An OAuth 2 refresh token of the server.
  public static let refreshToken = TokenTypeIdentifier("urn:ietf:params:oauth:token-type:refresh_token")
  /// An ID token.
  public static let idToken = TokenTypeIdentifier("urn:ietf:params:oauth:token-type:id_token")
  /// A SAML 1.1 assertion.
  public static let saml1 = TokenTypeIdentifier("urn:ietf:params:oauth:token-type:saml1")
  /// A SAML 2.0 assertion.
  public static let saml2 = TokenTypeIdentifier("urn:ietf:params:oauth:token-type:saml2")
  /// A JWT of whatever use.
  public static let jwt = TokenTypeIdentifier("urn:ietf:params:oauth:token-type:jwt")

  public static func == (left: TokenTypeIdentifier, right: TokenTypeIdentifier) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
