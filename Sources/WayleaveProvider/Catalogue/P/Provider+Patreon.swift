import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Patreon, by version 2 of its API.
  ///
  /// https://docs.patreon.com, "OAuth". The fields of the user are named in the request.
  public static let patreon = Provider(
    "patreon", "Patreon", authorization: "https://www.patreon.com/oauth2/authorize",
    token: "https://www.patreon.com/api/oauth2/token",
    registration: RegistrationGuide(
      "https://www.patreon.com/portal/registration/register-clients", .fixedPort)
  ) { provider, service in
    service.scopes = ["identity", "identity[email]"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=full_name,email,is_email_verified,image_url",
      subject: "{data.id}", name: "{data.attributes.full_name}",
      email: "{data.attributes.email}", emailVerified: "{data.attributes.is_email_verified}",
      picture: "{data.attributes.image_url}")
  }
}
