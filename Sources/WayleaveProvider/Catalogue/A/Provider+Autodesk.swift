import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Autodesk Platform Services.
  ///
  /// Autodesk Platform Services: https://aps.autodesk.com/en/docs/oauth/v2.
  public static let autodesk = Provider(
    "autodesk", "Autodesk", authorization: "https://developer.api.autodesk.com/authentication/v2/authorize",
    token: "https://developer.api.autodesk.com/authentication/v2/token",
    api: ["https://developer.api.autodesk.com", "https://api.userprofile.autodesk.com"],
    registration: RegistrationGuide(
      "https://aps.autodesk.com/myapps", .fixedPort, "Create an app. The redirect URI is called Callback URL.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://developer.api.autodesk.com/authentication/v2/revoke")
    service[.introspection] = Endpoint(known: "https://developer.api.autodesk.com/authentication/v2/introspect")
    service.scopes = ["user-profile:read"]
    provider.identity = IdentityRule(
      "https://api.userprofile.autodesk.com/userinfo", subject: "{sub}", name: "{name}", handle: "{preferred_username}",
      email: "{email}", emailVerified: "{email_verified}", picture: "{picture}")
  }
}
