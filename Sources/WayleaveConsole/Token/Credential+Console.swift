package import Wayleave
import WayleaveOAuth1
package import WayleaveOAuth2
import WayleaveWire

extension Credential {
  /// The token that is printed when no form is asked for.
  package var shownToken: String {
    switch self {
    case .oauth1(let credential): credential.token.exposedText
    case .oauth2(let tokens): tokens.accessToken.exposedText
    }
  }

  /// Whether one header serves every request: a signature or a proof is made again for each.
  ///
  /// RFC 5849 §3.5.1; RFC 9449 §7.1.
  package var servesEveryRequest: Bool {
    guard case .oauth2(let tokens) = self else { return false }
    return TokenType(tokens.tokenType) == .bearer
  }
}

extension Provider {
  /// How its API is called; the common way where only its issuer is known.
  package var dialect: OAuth2Dialect {
    if case .oauth2(let service) = service { service.dialect } else { .init() }
  }
}
