import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Pipedrive.
  ///
  /// https://pipedrive.readme.io, "OAuth authorization". Scopes belong to the app and are not sent, and requests with
  /// PKCE are refused. The API of each company has a host of its own, which the token answer names as `api_domain`.
  public static let pipedrive = Provider(
    "pipedrive", "Pipedrive", authorization: "https://oauth.pipedrive.com/oauth/authorize",
    token: "https://oauth.pipedrive.com/oauth/token", api: ["https://api.pipedrive.com"],
    registration: RegistrationGuide(
      "https://developers.pipedrive.com/", .fixedPort,
      "In the Developer Hub of a sandbox account, create an app with its scopes. It has one callback URL.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://oauth.pipedrive.com/oauth/revoke")
    service.dialect.parameterNames = ["scope": ""]
    service.dialect.authorization.supportsPKCE = false
    provider.apiDomains = ["pipedrive.com"]
    provider.identity = IdentityRule(
      "https://api.pipedrive.com/v1/users/me", subject: "{data.id}", name: "{data.name}", email: "{data.email}",
      picture: "{data.icon_url}")
  }
}
