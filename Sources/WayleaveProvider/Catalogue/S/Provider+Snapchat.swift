import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Snapchat, by Login Kit.
  ///
  /// https://developers.snap.com, "Login Kit". Scopes are URLs. The API is one GraphQL endpoint; it gives no email
  /// address.
  public static let snapchat = Provider(
    "snapchat", "Snapchat", authorization: "https://accounts.snapchat.com/accounts/oauth2/auth",
    token: "https://accounts.snapchat.com/accounts/oauth2/token", api: ["https://kit.snapchat.com"],
    registration: RegistrationGuide(
      "https://kit.snapchat.com/manage/", .ownSite,
      "Enable Login Kit. Take the confidential OAuth client with its secret.")
  ) { provider, service in
    service.scopes = [
      "https://auth.snapchat.com/oauth2/api/user.external_id", "https://auth.snapchat.com/oauth2/api/user.display_name",
      "https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar",
    ]
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    var identity = IdentityRule(
      "https://kit.snapchat.com/v1/me", subject: "{data.me.externalId}", name: "{data.me.displayName}",
      picture: "{data.me.bitmoji.avatar}")
    identity.body = #"{"query":"{me{externalId displayName bitmoji{avatar}}}"}"#
    provider.identity = identity
  }
}
