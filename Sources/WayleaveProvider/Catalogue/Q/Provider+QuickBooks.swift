import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Intuit QuickBooks: accounting.
  ///
  /// https://developer.intuit.com, "Set up OAuth 2.0" and "Add OpenID Connect". The API wants the scope
  /// `com.intuit.quickbooks.accounting` and the company, which only the callback names, as `realmId`.
  public static let quickbooks = Provider(
    "quickbooks", "Intuit QuickBooks", authorization: "https://appcenter.intuit.com/connect/oauth2",
    token: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
    api: ["https://quickbooks.api.intuit.com", "https://accounts.platform.intuit.com"],
    registration: RegistrationGuide(
      "https://developer.intuit.com/app/developer/dashboard", .fixedPort,
      "Create an app. Enter the redirect URI under Keys.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke")
    service.scopes = ["openid", "profile", "email"]
    service.dialect.authorization.callbackMembers = ["realmId"]
    provider.identity = IdentityRule(
      "https://accounts.platform.intuit.com/v1/openid_connect/userinfo", subject: "{sub}",
      name: "{givenName} {familyName}", email: "{email}", emailVerified: "{emailVerified}")
  }
}
