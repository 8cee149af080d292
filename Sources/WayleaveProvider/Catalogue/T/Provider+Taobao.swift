import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Taobao.
  ///
  /// https://open.taobao.com, "User authorization". The token answer says who the user is; the name in it is
  /// form-encoded, so that it is not shown. Calls of the API are signed in a way of its own, which cannot be said here.
  public static let taobao = Provider(
    "taobao", "Taobao", authorization: "https://oauth.taobao.com/authorize", token: "https://oauth.taobao.com/token",
    api: ["https://eco.taobao.com"],
    registration: RegistrationGuide(
      "https://open.taobao.com/", .ownSite,
      "The App Key is the client id. The redirect URI must be on the domain that you enter.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(subject: "{token.taobao_user_id}")
  }
}
