import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Naver Login.
  ///
  /// https://developers.naver.com, "Naver Login API". It has no scopes: what an app gets is chosen where it is
  /// registered. A token is deleted by a grant type of its own at the token endpoint, which cannot be said here.
  public static let naver = Provider(
    "naver", "Naver", authorization: "https://nid.naver.com/oauth2.0/authorize",
    token: "https://nid.naver.com/oauth2.0/token", api: ["https://openapi.naver.com"],
    registration: RegistrationGuide(
      "https://developers.naver.com/apps/", .fixedPort,
      "Choose “Naver Login” as the API. The redirect URI is called Callback URL.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://openapi.naver.com/v1/nid/me", subject: "{response.id}", name: "{response.name}",
      handle: "{response.nickname}", email: "{response.email}", picture: "{response.profile_image}")
  }
}
