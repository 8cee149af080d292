import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Zotero, by OAuth 1.0a: references.
  ///
  /// https://www.zotero.org/support/dev/web_api/v3/oauth. The user is asked for leave to read the library. The token's
  /// secret is the key of the API, which is sent as a bearer token and not used to sign: no entry can say that. What
  /// comes with the token names the user.
  public static let zotero = Provider(
    "zotero", "Zotero", temporary: "https://www.zotero.org/oauth/request",
    authorization: "https://www.zotero.org/oauth/authorize", token: "https://www.zotero.org/oauth/access",
    api: ["https://api.zotero.org"],
    registration: RegistrationGuide(
      "https://www.zotero.org/oauth/apps", "Register an application. Its Client Key is the consumer key.")
  ) { provider, service in
    service.dialect.authorizationParameters = ["library_access": "1"]
    provider.identity = IdentityRule(subject: "{token.userID}", name: "{token.username}", handle: "{token.username}")
  }
}
