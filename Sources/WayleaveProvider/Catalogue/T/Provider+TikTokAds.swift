import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// TikTok for Business: the Marketing API.
  ///
  /// https://business-api.tiktok.com, "Authentication". Requests for tokens are JSON, with names of their own; answers
  /// have `code` and `message` next to `data`, also when they refuse with status 200. A token does not expire, and goes
  /// in a header of its own. The API says with status 200 and code 40105 that a token is no longer good, which an entry
  /// cannot say yet.
  public static let tiktokAds = Provider(
    "tiktok-ads", "TikTok for Business", authorization: "https://business-api.tiktok.com/portal/auth",
    token: "https://business-api.tiktok.com/open_api/v1.3/oauth2/access_token/",
    api: ["https://business-api.tiktok.com"],
    registration: RegistrationGuide(
      "https://business-api.tiktok.com/portal/apps", .ownSite,
      "Enter the redirect URI as the Advertiser redirect URL. The client id is called App ID.")
  ) { provider, service in
    service.dialect.parameterNames = [
      "client_id": "app_id", "client_secret": "secret", "code": "auth_code", "response_type": "", "grant_type": "",
      "scope": "",
    ]
    service.dialect.authorization.supportsPKCE = false
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .json
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.envelopes = ["data"]
    service.dialect.answer.errorPath = "code"
    service.dialect.answer.errorDescriptionPath = "message"
    service.dialect.api.tokenPlacement = .field("Access-Token")
    provider.identity = IdentityRule(
      "https://business-api.tiktok.com/open_api/v1.3/user/info/", subject: "{data.core_user_id}",
      name: "{data.display_name}", email: "{data.email}")
  }
}
