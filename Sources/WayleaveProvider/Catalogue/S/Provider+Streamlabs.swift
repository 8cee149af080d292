import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Streamlabs, by version 2 of its API.
  ///
  /// https://dev.streamlabs.com, "Authorization Code". A scope must be asked for; the weakest reads donations.
  public static let streamlabs = Provider(
    "streamlabs", "Streamlabs", authorization: "https://streamlabs.com/api/v2.0/authorize",
    token: "https://streamlabs.com/api/v2.0/token",
    registration: RegistrationGuide(
      "https://streamlabs.com/dashboard", .fixedPort, "Under the API settings, register an app.")
  ) { provider, service in
    service.scopes = ["donations.read"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://streamlabs.com/api/v2.0/user", subject: "{streamlabs.id}", name: "{streamlabs.display_name}",
      handle: "{streamlabs.display_name}")
  }
}
