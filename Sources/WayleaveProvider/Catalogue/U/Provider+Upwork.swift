import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Upwork: freelance work.
  ///
  /// https://www.upwork.com/developer/documentation/graphql/api/docs, "Authentication". Its API by OAuth 1.0a ended on
  /// 15 December 2023.
  public static let upwork = Provider(
    "upwork", "Upwork", authorization: "https://www.upwork.com/ab/account-security/oauth2/authorize",
    token: "https://www.upwork.com/api/v3/oauth2/token", api: ["https://api.upwork.com"],
    registration: RegistrationGuide(
      "https://www.upwork.com/developer/keys", .fixedPort,
      "Ask for a key of the type OAuth 2.0. Upwork reviews each request.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    var identity = IdentityRule("https://api.upwork.com/graphql", subject: "{data.user.id}", name: "{data.user.name}")
    identity.body = "{\"query\": \"query { user { id nid rid name } }\"}"
    provider.identity = identity
  }
}
