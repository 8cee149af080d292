import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// MusicBrainz.
  ///
  /// https://musicbrainz.org/doc, "Development/OAuth2". The user's number is a member of its own; `sub` is the name.
  public static let musicBrainz = Provider(
    "musicbrainz", "MusicBrainz", authorization: "https://musicbrainz.org/oauth2/authorize",
    token: "https://musicbrainz.org/oauth2/token",
    registration: RegistrationGuide("https://musicbrainz.org/account/applications", .fixedPort)
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://musicbrainz.org/oauth2/revoke")
    service.scopes = ["profile", "email"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://musicbrainz.org/oauth2/userinfo", subject: "{metabrainz_user_id}", name: "{sub}", handle: "{sub}",
      email: "{email}")
  }
}
