import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Optimizely Web Experimentation.
  ///
  /// https://docs.developers.optimizely.com/web, "OAuth 2.0". Its name for the scope is `scopes`, and there is one:
  /// `all`.
  public static let optimizely = Provider(
    "optimizely", "Optimizely", authorization: "https://app.optimizely.com/oauth2/authorize",
    token: "https://app.optimizely.com/oauth2/token", api: ["https://api.optimizely.com"],
    registration: RegistrationGuide(
      "https://app.optimizely.com/", .fixedPort,
      "An administrator registers a confidential client under the account settings.")
  ) { provider, service in
    service.scopes = ["all"]
    service.dialect.parameterNames = ["scope": "scopes"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.optimizely.com/v2/me", subject: "{id}", name: "{profile.first_name} {profile.last_name}",
      email: "{profile.email}")
  }
}
