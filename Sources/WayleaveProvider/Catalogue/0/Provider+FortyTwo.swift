import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// 42, the schools for programmers.
  ///
  /// https://api.intra.42.fr/apidoc/guides/web_application_flow.
  public static let fortyTwo = Provider(
    "42", "42", authorization: "https://api.intra.42.fr/oauth/authorize", token: "https://api.intra.42.fr/oauth/token",
    api: ["https://api.intra.42.fr"],
    registration: RegistrationGuide(
      "https://profile.intra.42.fr/oauth/applications/new", .fixedPort, "The UID of the app is the client id.")
  ) { provider, service in
    service.scopes = ["public"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.intra.42.fr/v2/me", subject: "{id}", name: "{displayname}", handle: "{login}", email: "{email}",
      picture: "{image.link}")
  }
}
