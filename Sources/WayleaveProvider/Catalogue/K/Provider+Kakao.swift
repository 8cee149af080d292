import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Kakao Login.
  ///
  /// https://developers.kakao.com, "Kakao Login: REST API". No scope is asked for, since those that an app has not
  /// switched on are refused: without any, it gets what its settings say.
  public static let kakao = Provider(
    "kakao", "Kakao", authorization: "https://kauth.kakao.com/oauth/authorize",
    token: "https://kauth.kakao.com/oauth/token", api: ["https://kapi.kakao.com"],
    registration: RegistrationGuide(
      "https://developers.kakao.com/console/app", .fixedPort,
      "Switch on Kakao Login. The REST API key is the client id.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://kapi.kakao.com/v1/user/logout")
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.revocation = .post
    provider.identity = IdentityRule(
      "https://kapi.kakao.com/v2/user/me", subject: "{id}", name: "{kakao_account.profile.nickname}",
      email: "{kakao_account.email}",
      picture: "{kakao_account.profile.profile_image_url}")
  }
}
