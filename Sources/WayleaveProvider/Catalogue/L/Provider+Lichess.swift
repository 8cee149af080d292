import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Lichess, where clients are not registered: any id will do.
  ///
  /// https://lichess.org/api, "OAuth". The email address is a question of its own; there are no refresh tokens.
  public static let lichess = Provider(
    "lichess", "Lichess", authorization: "https://lichess.org/oauth", token: "https://lichess.org/api/token",
    registration: RegistrationGuide(
      "https://lichess.org/api",
      """
      The page says how sign-in works; you register nothing. Choose any name for your program as the client id; http://127.0.0.1/callback works \
      at any port.
      """)
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://lichess.org/api/token")
    service.scopes = ["email:read"]
    service.dialect.request.clientAuthentication = .publicClient
    service.dialect.revocation = .delete
    var identity = IdentityRule(
      "https://lichess.org/api/account", subject: "{id}", name: "{username}", handle: "{username}",
      email: "{mail.email}")
    identity.requests = [
      IdentityRequest(Endpoint(known: "https://lichess.org/api/account/email"), name: "mail")
    ]
    provider.identity = identity
  }
}
