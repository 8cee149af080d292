import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Oura.
  ///
  /// https://cloud.ouraring.com/docs, "Authentication". A refresh token is good for one use. Its revocation is a GET
  /// with the token in the query, which cannot be said here.
  public static let oura = Provider(
    "oura", "Oura", authorization: "https://cloud.ouraring.com/oauth/authorize",
    token: "https://api.ouraring.com/oauth/token",
    registration: RegistrationGuide("https://cloud.ouraring.com/oauth/applications", .fixedPort)
  ) { provider, service in
    service.scopes = ["email", "personal"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.ouraring.com/v2/usercollection/personal_info", subject: "{id}", email: "{email}")
  }
}
