import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Adobe, by its Identity Management Services; Frame.io signs in here too.
  ///
  /// https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication. Redirect URIs must be
  /// https.
  public static let adobe = Provider(
    "adobe", "Adobe", authorization: "https://ims-na1.adobelogin.com/ims/authorize/v2",
    token: "https://ims-na1.adobelogin.com/ims/token/v3", api: ["https://ims-na1.adobelogin.com"],
    registration: RegistrationGuide(
      "https://developer.adobe.com/console", .ownSite, "In a project, add OAuth Web App credentials.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://ims-na1.adobelogin.com/ims/revoke")
    service.scopes = ["openid", "profile", "email"]
    service.dialect.scopeSeparator = ","
    provider.identity = IdentityRule(
      "https://ims-na1.adobelogin.com/ims/userinfo/v2", subject: "{sub}", name: "{name}", email: "{email}",
      emailVerified: "{email_verified}")
  }
}
