import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// VK, the social network at vk.com.
  ///
  /// The sign-in by `oauth.vk.com`, for apps that have it. New apps sign users in by VK ID, at https://id.vk.com, whose
  /// token request repeats `device_id` of the callback: no entry can say that. The email address stands in the token
  /// answer alone, a token that does not expire has the lifetime 0, and every request to the API names a version.
  public static let vk = Provider(
    "vk", "VK", authorization: "https://oauth.vk.com/authorize", token: "https://oauth.vk.com/access_token",
    api: ["https://api.vk.com"],
    registration: RegistrationGuide(
      "https://vk.com/apps?act=manage", .fixedPort,
      "The settings of an app show its id, its secure key and the trusted redirect URI.")
  ) { provider, service in
    service.scopes = ["email"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.scopeSeparator = ","
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.api.tokenPlacement = .query("access_token")
    service.dialect.api.parameters = ["v": "5.199"]
    provider.identity = IdentityRule(
      "https://api.vk.com/method/users.get?fields=photo_100,screen_name", subject: "{response.0.id}",
      name: "{response.0.first_name} {response.0.last_name}", handle: "{response.0.screen_name}",
      email: "{token.email}", picture: "{response.0.photo_100}")
  }
}
