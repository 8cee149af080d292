import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Sentry.
  ///
  /// https://docs.sentry.io, "OAuth". Its endpoints end with a slash, and the token answer says who the user is.
  public static let sentry = Provider(
    "sentry", "Sentry", authorization: "https://sentry.io/oauth/authorize/", token: "https://sentry.io/oauth/token/",
    api: ["https://sentry.io"],
    registration: RegistrationGuide(
      "https://sentry.io/settings/account/api/applications/", .fixedPort,
      "Enter the redirect URI under Authorized Redirect URIs.")
  ) { provider, service in
    service.scopes = ["org:read"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      subject: "{token.user.id}", name: "{token.user.name}", email: "{token.user.email}")
  }
}
