import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Trakt, the list of what people watch.
  ///
  /// https://docs.trakt.tv, "Authentication". Token requests are JSON, and each call names the version of the API and
  /// the client. Its codes for devices are not those of RFC 8628: the answers while one waits are bare status codes.
  public static let trakt = Provider(
    "trakt", "Trakt", authorization: "https://trakt.tv/oauth/authorize", token: "https://api.trakt.tv/oauth/token",
    api: ["https://api.trakt.tv"],
    registration: RegistrationGuide(
      "https://trakt.tv/oauth/applications/new", .fixedPort, "The client id is also the API key.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.trakt.tv/oauth/revoke")
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .json
    service.dialect.api.headers = ["trakt-api-key": "{client_id}", "trakt-api-version": "2"]
    provider.identity = IdentityRule(
      "https://api.trakt.tv/users/settings", subject: "{user.ids.uuid}", name: "{user.name}",
      handle: "{user.username}", picture: "{user.images.avatar.full}")
  }
}
