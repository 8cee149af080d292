import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Dailymotion.
  ///
  /// https://developers.dailymotion.com, "Authentication". The fields of the user are named in the request.
  public static let dailymotion = Provider(
    "dailymotion", "Dailymotion", authorization: "https://www.dailymotion.com/oauth/authorize",
    token: "https://api.dailymotion.com/oauth/token",
    registration: RegistrationGuide(
      "https://developers.dailymotion.com/", .fixedPort, "The redirect URI is called Callback URL.")
  ) { provider, service in
    service.scopes = ["userinfo", "email"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.dailymotion.com/me?fields=id,screenname,username,email,avatar_720_url", subject: "{id}",
      name: "{screenname}", handle: "{username}", email: "{email}", picture: "{avatar_720_url}")
  }
}
