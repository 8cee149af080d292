import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// TikTok, by Login Kit for the web.
  ///
  /// https://developers.tiktok.com, "Manage User Access Tokens". The client id is called `client_key` everywhere, and
  /// scopes have commas. Web apps have no PKCE; desktop apps must have it with a challenge in hexadecimal, which is not
  /// the S256 of RFC 7636, so that this entry is for web apps.
  public static let tiktok = Provider(
    "tiktok", "TikTok", authorization: "https://www.tiktok.com/v2/auth/authorize/",
    token: "https://open.tiktokapis.com/v2/oauth/token/", api: ["https://open.tiktokapis.com"],
    registration: RegistrationGuide(
      "https://developers.tiktok.com/apps/", .ownSite, "Add Login Kit for the web. The client id is called Client key.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://open.tiktokapis.com/v2/oauth/revoke/")
    service.scopes = ["user.info.basic"]
    service.dialect.scopeSeparator = ","
    service.dialect.parameterNames = ["client_id": "client_key"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    provider.identity = IdentityRule(
      "https://open.tiktokapis.com/v2/user/info/?fields=open_id,union_id,avatar_url,display_name",
      subject: "{data.user.open_id}", name: "{data.user.display_name}", picture: "{data.user.avatar_url}")
  }
}
