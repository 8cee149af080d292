import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Bungie.net, the accounts of the Destiny games.
  ///
  /// https://github.com/Bungie-net/api, "OAuth Documentation". No scope may be asked for: it belongs to the
  /// application. The token answer says who the user is. Each call to the API needs the field `X-API-Key` with a key
  /// that the application has in addition to the client id; requests must carry it themselves.
  public static let bungie = Provider(
    "bungie", "Bungie.net", authorization: "https://www.bungie.net/en/OAuth/Authorize",
    token: "https://www.bungie.net/platform/app/oauth/token/", api: ["https://www.bungie.net"],
    registration: RegistrationGuide(
      "https://www.bungie.net/en/Application", .ownSite,
      "Choose the scopes. Only confidential clients get refresh tokens.")
  ) { provider, service in
    service.dialect.parameterNames = ["scope": ""]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(subject: "{token.membership_id}")
  }
}
