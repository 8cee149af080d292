import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Yandex ID.
  ///
  /// https://yandex.com/dev/id/doc, "Getting a confirmation code from a URL". The word before a token is `OAuth`.
  /// Revocation takes the access token alone, under another name than RFC 7009. Codes for other devices have a grant type
  /// of their own, which cannot be said here.
  public static let yandex = Provider(
    "yandex", "Yandex", authorization: "https://oauth.yandex.ru/authorize", token: "https://oauth.yandex.ru/token",
    registration: RegistrationGuide(
      "https://oauth.yandex.ru/client/new", .fixedPort, "Choose “Web services” as the platform.")
  ) { provider, service in
    service.scopes = ["login:info", "login:email", "login:avatar"]
    service.dialect.api.scheme = "OAuth"
    service[.revocation] = Endpoint(known: "https://oauth.yandex.ru/revoke_token")
    service.dialect.revocation = .accessToken
    service.dialect.parameterNames = ["token": "access_token"]
    provider.identity = IdentityRule(
      "https://login.yandex.ru/info?format=json", subject: "{id}", name: "{real_name}", handle: "{login}",
      email: "{default_email}", picture: "https://avatars.yandex.net/get-yapic/{default_avatar_id}/islands-200")
  }
}
