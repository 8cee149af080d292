import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Odnoklassniki, the social network at ok.ru.
  ///
  /// https://apiok.ru/ext/oauth/server. Each request to the API is signed with MD5 under the client secret and names
  /// the public key of the application: no entry can say that, so that the user stays unknown.
  public static let odnoklassniki = Provider(
    "odnoklassniki", "Odnoklassniki", authorization: "https://connect.ok.ru/oauth/authorize",
    token: "https://api.ok.ru/oauth/token.do", api: ["https://api.ok.ru"],
    registration: RegistrationGuide(
      "https://apiok.ru/dev/app/create", .fixedPort, "Create an application. Its application id is the client id.")
  ) { _, service in
    service.scopes = ["VALUABLE_ACCESS"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.scopeSeparator = ";"
  }
}
