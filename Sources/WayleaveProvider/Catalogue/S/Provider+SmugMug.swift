import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// SmugMug, by OAuth 1.0a: photographs.
  ///
  /// https://api.smugmug.com/api/v2/doc/tutorial/oauth/web.html. The user is asked for leave to read; the other words
  /// are `Add` and `Modify`. A user has no number: the nickname is all that distinguishes users.
  public static let smugmug = Provider(
    "smugmug", "SmugMug", temporary: "https://api.smugmug.com/services/oauth/1.0a/getRequestToken",
    authorization: "https://api.smugmug.com/services/oauth/1.0a/authorize",
    token: "https://api.smugmug.com/services/oauth/1.0a/getAccessToken",
    api: ["https://api.smugmug.com", "https://upload.smugmug.com"],
    registration: RegistrationGuide(
      "https://api.smugmug.com/api/developer/apply", "Apply for an API key. It is the consumer key.")
  ) { provider, service in
    service.dialect.authorizationParameters = ["Access": "Full", "Permissions": "Read"]
    provider.identity = IdentityRule(
      "https://api.smugmug.com/api/v2!authuser", subject: "{Response.User.NickName}", name: "{Response.User.Name}",
      handle: "{Response.User.NickName}")
  }
}
