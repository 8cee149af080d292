import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Podio.
  ///
  /// https://developers.podio.com, "Authentication". The word before a token is `OAuth2`; each refresh brings the next
  /// refresh token. A token that has ended is named in the description of another error.
  public static let podio = Provider(
    "podio", "Podio", authorization: "https://podio.com/oauth/authorize",
    token: "https://api.podio.com/oauth/token/v2",
    registration: RegistrationGuide(
      "https://podio.com/settings/api", .fixedPort, "Podio asks for a domain. Enter the host of the redirect URI.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.refusals = [.init("unauthorized", describedBy: ["expired_token"], means: .tokenInvalid)]
    service.dialect.api.scheme = "OAuth2"
    provider.identity = IdentityRule(
      "https://api.podio.com/user/status", subject: "{user.user_id}", name: "{profile.name}", email: "{user.mail}")
  }
}
