import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Xero: accounting.
  ///
  /// https://developer.xero.com, "The standard authorization code flow". A request to the API names an organization in
  /// the header field `xero-tenant-id`; `https://api.xero.com/connections` lists them. A refresh token serves once,
  /// within 60 days.
  public static let xero = Provider(
    "xero", "Xero", authorization: "https://login.xero.com/identity/connect/authorize",
    token: "https://identity.xero.com/connect/token", api: ["https://api.xero.com", "https://identity.xero.com"],
    registration: RegistrationGuide("https://developer.xero.com/app/manage", .localhost, "Create an app.")
  ) { provider, service in
    service.issuer = "https://identity.xero.com"
    service[.revocation] = Endpoint(known: "https://identity.xero.com/connect/revocation")
    service[.keySet] = Endpoint(known: "https://identity.xero.com/.well-known/openid-configuration/jwks")
    service.scopes = ["openid", "profile", "email", "offline_access"]
    provider.identity = IdentityRule(
      "https://identity.xero.com/connect/userinfo", subject: "{sub}", name: "{given_name} {family_name}",
      handle: "{preferred_username}", email: "{email}")
  }
}
