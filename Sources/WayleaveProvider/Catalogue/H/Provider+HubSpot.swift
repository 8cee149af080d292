import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// HubSpot: customers and marketing.
  ///
  /// https://developers.hubspot.com, "OAuth" of 2026-03; changelog of 5 March 2018: a redirect URI with http is taken at
  /// `localhost` alone. A user is known by a number within an account; the email address is
  /// found only with the token in a path, which no entry can say.
  public static let hubspot = Provider(
    "hubspot", "HubSpot", authorization: "https://app.hubspot.com/oauth/authorize",
    token: "https://api.hubapi.com/oauth/2026-03/token", api: ["https://api.hubapi.com"],
    registration: RegistrationGuide(
      "https://app.hubspot.com/developer", .localhost,
      "Create an app. Enter the redirect URI and the scope oauth under Auth.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.hubapi.com/oauth/2026-03/token/revoke")
    service[.introspection] = Endpoint(known: "https://api.hubapi.com/oauth/2026-03/token/introspect")
    service.scopes = ["oauth"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(subject: "{token.hub_id}:{token.user_id}")
  }
}
