import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// X, formerly Twitter, by OAuth 2.
  ///
  /// https://docs.x.com, "OAuth 2.0 Authorization Code Flow with PKCE". A code is good for thirty seconds, a token for
  /// two hours; `offline.access` brings a refresh token. The email address needs the scope `users.email` and a setting
  /// of the app, so that it is not asked for.
  public static let x = Provider(
    "x", "X", authorization: "https://x.com/i/oauth2/authorize", token: "https://api.x.com/2/oauth2/token",
    api: ["https://api.x.com"],
    registration: RegistrationGuide(
      "https://developer.x.com/en/portal/dashboard", .fixedPort, isPublic: true,
      "Set up user authentication for a Native App. It has a client id and no secret.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.x.com/2/oauth2/revoke")
    service.scopes = ["users.read", "tweet.read", "offline.access"]
    // A refresh token that was used, or whose app the user removed. X answers any 401 with “Unauthorized” alone, which
    // says nothing of the token: it causes a refresh, and ends nothing.
    service.dialect.refusals = [
      .init("invalid_request", describedBy: ["passed for the token was invalid"], means: .grantGone)
    ]
    provider.identity = IdentityRule(
      "https://api.x.com/2/users/me?user.fields=profile_image_url", subject: "{data.id}", name: "{data.name}",
      handle: "{data.username}", picture: "{data.profile_image_url}")
  }
}
