import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Vimeo.
  ///
  /// https://developer.vimeo.com/api, "Authentication". The version of the API stands in `Accept`, and the user's
  /// number in a path, such as `/users/1`. Its tokens never expire.
  public static let vimeo = Provider(
    "vimeo", "Vimeo", authorization: "https://api.vimeo.com/oauth/authorize",
    token: "https://api.vimeo.com/oauth/access_token",
    registration: RegistrationGuide(
      "https://developer.vimeo.com/apps", .fixedPort, "The redirect URI is called Callback URL.")
  ) { provider, service in
    let version = ["Accept": "application/vnd.vimeo.*+json;version=3.4"]
    service[.revocation] = Endpoint(known: "https://api.vimeo.com/tokens")
    service.scopes = ["public"]
    service.dialect.request.headers = version
    service.dialect.answer.isLoose = true
    service.dialect.revocation = .delete
    service.dialect.api.headers = version
    provider.identity = IdentityRule(
      "https://api.vimeo.com/me", subject: "{uri}", name: "{name}", picture: "{pictures.base_link}")
  }
}
