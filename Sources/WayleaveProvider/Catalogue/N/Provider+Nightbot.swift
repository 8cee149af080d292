import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Nightbot.
  ///
  /// https://api-docs.nightbot.tv, "OAuth 2". Who the user is needs no scope; another must be asked for all the same.
  public static let nightbot = Provider(
    "nightbot", "Nightbot", authorization: "https://api.nightbot.tv/oauth2/authorize",
    token: "https://api.nightbot.tv/oauth2/token",
    registration: RegistrationGuide("https://nightbot.tv/account/applications", .fixedPort)
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.nightbot.tv/oauth2/token/revoke")
    service.scopes = ["channel"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.nightbot.tv/1/me", subject: "{user._id}", name: "{user.displayName}", handle: "{user.name}",
      picture: "{user.avatar}")
  }
}
