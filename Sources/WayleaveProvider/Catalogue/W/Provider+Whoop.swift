import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// WHOOP.
  ///
  /// https://developer.whoop.com/docs, "OAuth 2.0". A refresh token comes with the scope `offline` alone.
  public static let whoop = Provider(
    "whoop", "WHOOP", authorization: "https://api.prod.whoop.com/oauth/oauth2/auth",
    token: "https://api.prod.whoop.com/oauth/oauth2/token",
    registration: RegistrationGuide("https://developer-dashboard.whoop.com/", .fixedPort)
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.prod.whoop.com/developer/v2/user/access")
    service.scopes = ["offline", "read:profile"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.revocation = .delete
    provider.identity = IdentityRule(
      "https://api.prod.whoop.com/developer/v2/user/profile/basic", subject: "{user_id}",
      name: "{first_name} {last_name}", email: "{email}")
  }
}
