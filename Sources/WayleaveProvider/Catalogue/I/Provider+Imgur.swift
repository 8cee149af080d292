import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Imgur.
  ///
  /// https://apidocs.imgur.com, "Authorization and OAuth". It has no scopes.
  public static let imgur = Provider(
    "imgur", "Imgur", authorization: "https://api.imgur.com/oauth2/authorize",
    token: "https://api.imgur.com/oauth2/token", api: ["https://api.imgur.com"],
    registration: RegistrationGuide(
      "https://api.imgur.com/oauth2/addclient", .fixedPort, "Choose OAuth 2 authorization with a callback URL.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.imgur.com/3/account/me", subject: "{data.id}", name: "{data.url}", handle: "{data.url}",
      picture: "{data.avatar}")
  }
}
