import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// monday.com.
  ///
  /// https://developer.monday.com, "OAuth and permissions". The authorization request has no `response_type`, the
  /// token stands alone in its field, and tokens never end. The API is GraphQL. PKCE is for a newer kind of app
  /// alone.
  public static let monday = Provider(
    "monday", "monday.com", authorization: "https://auth.monday.com/oauth2/authorize",
    token: "https://auth.monday.com/oauth2/token", api: ["https://api.monday.com"],
    registration: RegistrationGuide(
      "https://developer.monday.com/apps/docs/oauth", .fixedPort,
      "In the Developer Center of your account, create an app with its scopes.")
  ) { provider, service in
    service.scopes = ["me:read"]
    service.dialect.parameterNames = ["response_type": ""]
    service.dialect.authorization.supportsPKCE = false
    service.dialect.request.clientAuthentication = .post
    service.dialect.api.tokenPlacement = .field("Authorization")
    var identity = IdentityRule(
      "https://api.monday.com/v2", subject: "{data.me.id}", name: "{data.me.name}", email: "{data.me.email}")
    identity.body = #"{"query":"query { me { id name email } }"}"#
    provider.identity = identity
  }
}
