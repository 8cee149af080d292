import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Monzo, a bank of the United Kingdom.
  ///
  /// https://docs.monzo.com, "Authentication". There are no scopes: the user agrees in the app of the bank, and until
  /// then the token lets nothing be read but who it is for. A token ends by a request that it authorizes itself.
  public static let monzo = Provider(
    "monzo", "Monzo", authorization: "https://auth.monzo.com/", token: "https://api.monzo.com/oauth2/token",
    api: ["https://api.monzo.com"],
    registration: RegistrationGuide(
      "https://developers.monzo.com/", .fixedPort,
      "Create a client under Clients. Only confidential clients get refresh tokens.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.monzo.com/oauth2/logout")
    service.dialect.request.clientAuthentication = .post
    service.dialect.revocation = .post
    provider.identity = IdentityRule("https://api.monzo.com/ping/whoami", subject: "{user_id}")
  }
}
