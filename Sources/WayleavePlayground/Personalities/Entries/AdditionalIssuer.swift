import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The issuer of a provider that has OpenID Connect, where our entry reads the user from another API. Libraries of others
/// begin with its metadata.
struct AdditionalIssuer {
  let issuer: Issuer
  let keySet: Endpoint

  private init(_ issuer: Issuer, keySet: StaticString) {
    (self.issuer, self.keySet) = (issuer, Endpoint(known: keySet))
  }

  /// By the names of the entries.
  private static let all: [String: AdditionalIssuer] = [
    // https://docs.gitlab.com/integration/openid_connect_provider.
    "gitlab": .init("https://gitlab.com", keySet: "https://gitlab.com/oauth/discovery/keys"),
    // https://developers.kakao.com/docs/latest/en/kakaologin/utilize, "OpenID Connect".
    "kakao": .init("https://kauth.kakao.com", keySet: "https://kauth.kakao.com/.well-known/jwks.json"),
    // https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2.
    "linkedin": .init("https://www.linkedin.com/oauth", keySet: "https://www.linkedin.com/oauth/openid/jwks"),
    // https://dev.twitch.tv/docs/authentication/getting-tokens-oidc.
    "twitch": .init("https://id.twitch.tv/oauth2", keySet: "https://id.twitch.tv/oauth2/keys"),
  ]

  /// The entry with what the real provider has in addition.
  static func added(to entry: Provider) -> Provider {
    guard let additional = all[entry.name.text], case .oauth2(var service) = entry.service, service.issuer == nil else {
      return entry
    }
    service.issuer = additional.issuer
    service[.keySet] = additional.keySet
    var entry = entry
    entry.service = .oauth2(service)
    return entry
  }
}
