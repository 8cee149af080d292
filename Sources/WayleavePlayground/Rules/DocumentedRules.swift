package import WayleaveOAuth2
package import WayleaveWire

/// What a real provider demands and gives, as its own documentation says.
///
/// It is written from the pages of the provider and never from our entry, so an entry that is wrong about its provider
/// cannot be replayed. What the pages do not say is nil: then the entry alone counts.
package struct DocumentedRules: Sendable, Equatable {
  /// Which redirect URIs on this machine a provider takes.
  package enum Redirect: String, Sendable {
    /// Its port is not compared: RFC 8252 §7.3.
    case loopbackAnyPort = "loopback_any_port"
    case loopbackExact = "loopback_exact"
    /// By an IP literal alone, never by the name `localhost`; a port that was registered is compared.
    case loopbackIPAnyPort = "loopback_ip_any_port"
    /// By the name `localhost` alone, at any port.
    case localhostAnyPort = "localhost_any_port"
    case localhostExact = "localhost_exact"
    /// Not by http, whatever the host is.
    case httpsOnly = "https_only"
    /// None.
    case noneLocal = "none_local"
  }

  /// What a provider does with a code challenge.
  package enum Challenge: String, Sendable {
    case required, supported, refused
    /// RFC 7636 §4.2, "plain".
    case plainOnly = "plain_only"
    /// S256, as hexadecimal digits.
    case hexadecimal
  }

  /// When a code brings a refresh token.
  package enum RefreshToken: Sendable, Equatable {
    case always, never
    /// With this parameter in the authorization request.
    case parameter(name: String, value: String)
    case scope(String)
  }

  /// How a token is given back.
  package struct Revocation: Sendable, Equatable {
    /// What shows that the sender may.
    package enum Authentication: String, Sendable { case client, token, none }

    package var endpoint: Endpoint?
    package var method: String?
    package var tokenParameter: String?
    package var authentication: Authentication?
  }

  /// The page of the provider that says so.
  package let page: AbsoluteURL
  /// The day on which the page was read.
  package let seen: String
  package var redirect: Redirect?
  package var challenge: Challenge?
  /// Whether a client may have no secret.
  package var takesPublicClients: Bool?
  /// How a client may authenticate at the token endpoint.
  package var clientAuthentication: Set<ClientAuthenticationMethod>?
  package var scopeSeparator: String?
  package var refreshToken: RefreshToken?
  package var rotatesRefreshTokens: Bool?
  /// The header fields of each API request, in addition to the token.
  package var apiHeaders: [String: String] = [:]
  package var hasDeviceFlow: Bool?
  package var revocation: Revocation?
  /// Whether newcomers can no longer register there.
  package var isClosed = false
}
