import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Plurk, by OAuth 1.0a.
  ///
  /// https://www.plurk.com/API, "Plurk API 2.0".
  public static let plurk = Provider(
    "plurk", "Plurk", temporary: "https://www.plurk.com/OAuth/request_token",
    authorization: "https://www.plurk.com/OAuth/authorize", token: "https://www.plurk.com/OAuth/access_token",
    api: ["https://www.plurk.com"],
    registration: RegistrationGuide(
      "https://www.plurk.com/PlurkApp/", "Create an app. Its App key is the consumer key.")
  ) { provider, service in
    service.invalidationEndpoint = Endpoint(known: "https://www.plurk.com/APP/expireToken")
    provider.identity = IdentityRule(
      "https://www.plurk.com/APP/Users/me", subject: "{id}", name: "{full_name}", handle: "{nick_name}")
  }
}
