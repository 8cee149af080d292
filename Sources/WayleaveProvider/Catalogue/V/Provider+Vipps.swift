import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Vipps MobilePay Login.
  ///
  /// https://developer.vippsmobilepay.com, "Login API". The scopes have names of their own, and the ID token says
  /// nothing but the subject. The test environment has another host.
  public static let vipps = Provider(
    "vipps", "Vipps MobilePay", authorization: "https://api.vipps.no/access-management-1.0/access/oauth2/auth",
    token: "https://api.vipps.no/access-management-1.0/access/oauth2/token", api: ["https://api.vipps.no"],
    registration: RegistrationGuide(
      "https://portal.vippsmobilepay.com/", .fixedPort,
      "Set up login on a sales unit. Its API keys have the client id and the secret.")
  ) { provider, service in
    service.issuer = "https://api.vipps.no/access-management-1.0/access/"
    service[.keySet] = Endpoint(known: "https://api.vipps.no/access-management-1.0/access/.well-known/jwks.json")
    service.scopes = ["openid", "name", "email"]
    provider.identity = IdentityRule(
      "https://api.vipps.no/vipps-userinfo-api/userinfo", subject: "{sub}", name: "{name}", email: "{email}",
      emailVerified: "{email_verified}")
  }
}
