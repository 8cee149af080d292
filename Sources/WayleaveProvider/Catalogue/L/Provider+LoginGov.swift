import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Login.gov, the sign-in of the government of the United States.
  ///
  /// https://developers.login.gov, "OpenID Connect". Each request must name the service level; this one is the
  /// sign-in without verification of the identity. A client signs with its key, or has no secret and sends PKCE. The
  /// sandbox has another host.
  public static let loginGov = Provider(
    "login-gov", "Login.gov", authorization: "https://secure.login.gov/openid_connect/authorize",
    token: "https://secure.login.gov/api/openid_connect/token", api: ["https://secure.login.gov"],
    registration: RegistrationGuide(
      "https://portal.int.identitysandbox.gov/", .fixedPort,
      "US agencies create an app in the portal, with a public key or PKCE.")
  ) { provider, service in
    service.issuer = "https://secure.login.gov/"
    service[.keySet] = Endpoint(known: "https://secure.login.gov/api/openid_connect/certs")
    service[.endSession] = Endpoint(known: "https://secure.login.gov/openid_connect/logout")
    service.scopes = ["openid", "email"]
    service.dialect.authorization.parameters = ["acr_values": "urn:acr.login.gov:auth-only"]
    service.dialect.request.clientAuthentication = .privateKeyJWT
    service.dialect.request.assertionAudience = "https://secure.login.gov/api/openid_connect/token"
    provider.identity = IdentityRule(
      "https://secure.login.gov/api/openid_connect/userinfo", subject: "{sub}", email: "{email}",
      emailVerified: "{email_verified}")
  }
}
