import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Freelancer.com.
  ///
  /// https://developers.freelancer.com, "Authentication". The token travels alone in a header field of its own. What
  /// goes beyond the user's own name is asked for as numbers in `advanced_scopes`.
  public static let freelancer = Provider(
    "freelancer", "Freelancer", authorization: "https://accounts.freelancer.com/oauth/authorize",
    token: "https://accounts.freelancer.com/oauth/token", api: ["https://www.freelancer.com"],
    registration: RegistrationGuide(
      "https://accounts.freelancer.com/settings/create_app", .fixedPort, "Freelancer must approve the app.")
  ) { provider, service in
    service.scopes = ["basic"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.api.tokenPlacement = .field("Freelancer-OAuth-V1")
    provider.identity = IdentityRule(
      "https://www.freelancer.com/api/users/0.1/self/", subject: "{result.id}", name: "{result.display_name}",
      handle: "{result.username}")
  }
}
