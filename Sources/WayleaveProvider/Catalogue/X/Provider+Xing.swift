import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// XING, by OAuth 1.0a, for tokens that are there: its public API has ended.
  ///
  /// XING closed the API that https://dev.xing.com described.
  public static let xing = Provider(
    "xing", "XING", temporary: "https://api.xing.com/v1/request_token",
    authorization: "https://api.xing.com/v1/authorize", token: "https://api.xing.com/v1/access_token",
    api: ["https://api.xing.com"]
  ) { provider, _ in
    provider.isRetired = true
    provider.registration = RegistrationGuide(
      "https://dev.xing.com/",
      "XING has closed its public API, and no one can sign in there any more. Nothing takes its place.")
    provider.identity = IdentityRule(
      "https://api.xing.com/v1/users/me.json", subject: "{users.0.id}", name: "{users.0.display_name}",
      email: "{users.0.active_email}", picture: "{users.0.photo_urls.large}")
  }
}
