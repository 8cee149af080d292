import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Gumroad.
  ///
  /// https://gumroad.com/api, "API Authentication". Tokens are exchanged at another host than that of the page for
  /// users.
  public static let gumroad = Provider(
    "gumroad", "Gumroad", authorization: "https://gumroad.com/oauth/authorize",
    token: "https://api.gumroad.com/oauth/token", api: ["https://api.gumroad.com"],
    registration: RegistrationGuide(
      "https://gumroad.com/settings/advanced", .fixedPort, "Create an application.")
  ) { provider, service in
    service.scopes = ["view_profile"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.gumroad.com/v2/user", subject: "{user.user_id}", name: "{user.name}", email: "{user.email}")
  }
}
