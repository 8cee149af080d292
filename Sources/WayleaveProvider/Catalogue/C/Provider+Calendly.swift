import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Calendly: meetings that others book.
  ///
  /// https://developer.calendly.com, "Get Authorization Code". A refresh token serves once.
  public static let calendly = Provider(
    "calendly", "Calendly", authorization: "https://auth.calendly.com/oauth/authorize",
    token: "https://auth.calendly.com/oauth/token", api: ["https://api.calendly.com"],
    registration: RegistrationGuide(
      "https://developer.calendly.com/console/apps", .localhost,
      "Create an app with its scopes. http redirect URIs are taken in the Sandbox only.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://auth.calendly.com/oauth/revoke")
    provider.identity = IdentityRule(
      "https://api.calendly.com/users/me", subject: "{resource.uri}", name: "{resource.name}",
      handle: "{resource.slug}", email: "{resource.email}", picture: "{resource.avatar_url}")
  }
}
