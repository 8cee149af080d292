import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// HubSpot: customers and marketing.
  ///
  /// https://developers.hubspot.com, "OAuth v3". A user is known by a number within an account; the email address is
  /// found only with the token in a path, which no entry can say.
  public static let hubspot = Provider(
    "hubspot", "HubSpot", authorization: "https://app.hubspot.com/oauth/authorize",
    token: "https://api.hubapi.com/oauth/v3/token", api: ["https://api.hubapi.com"],
    registration: RegistrationGuide(
      "https://app.hubspot.com/developer", .fixedPort,
      "Create an app. Enter the redirect URI and the scope oauth under Auth.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.hubapi.com/oauth/v3/token/revoke")
    service[.introspection] = Endpoint(known: "https://api.hubapi.com/oauth/v3/token/introspect")
    service.scopes = ["oauth"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(subject: "{token.hub_id}:{token.user_id}")
  }
}
