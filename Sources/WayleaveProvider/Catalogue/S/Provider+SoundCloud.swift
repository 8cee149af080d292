import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// SoundCloud.
  ///
  /// https://developers.soundcloud.com/docs/api, "API Guide". The word before a token is `OAuth`; a refresh token is
  /// good for one use. Its sign-out takes the token as JSON without the client, which cannot be said here.
  public static let soundCloud = Provider(
    "soundcloud", "SoundCloud", authorization: "https://secure.soundcloud.com/authorize",
    token: "https://secure.soundcloud.com/oauth/token",
    registration: RegistrationGuide("https://soundcloud.com/you/apps", .fixedPort)
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.api.scheme = "OAuth"
    provider.identity = IdentityRule(
      "https://api.soundcloud.com/me", subject: "{id}", name: "{full_name}", handle: "{username}",
      picture: "{avatar_url}")
  }
}
