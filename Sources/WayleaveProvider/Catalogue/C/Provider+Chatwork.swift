import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Chatwork: messages of teams.
  ///
  /// https://developer.chatwork.com/docs/oauth. The scope `offline_access` brings a refresh token that does not end.
  public static let chatwork = Provider(
    "chatwork", "Chatwork", authorization: "https://www.chatwork.com/packages/oauth2/login.php",
    token: "https://oauth.chatwork.com/token", api: ["https://api.chatwork.com"],
    registration: RegistrationGuide(
      "https://developer.chatwork.com/docs/oauth", .ownSite, "The page says how to create a client.")
  ) { provider, service in
    service.scopes = ["users.profile.me:read", "offline_access"]
    provider.identity = IdentityRule(
      "https://api.chatwork.com/v2/me", subject: "{account_id}", name: "{name}", email: "{login_mail}",
      picture: "{avatar_image_url}")
  }
}
