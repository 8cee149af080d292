import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Oracle NetSuite: each account has hosts of its own.
  ///
  /// https://docs.oracle.com, "OAuth 2.0 Authorization Code Grant Flow". No address that all accounts have says who
  /// the user is. A refresh token is what is given back.
  public static let netsuite = ProviderTemplate(
    "netsuite", "NetSuite",
    ProviderVariable("account", .label, "your NetSuite account ID, with hyphens", example: "1234567")
  ) { account throws(OAuthError) in
    let services = "https://\(account).suitetalk.api.netsuite.com"
    let revocation = try Endpoint("\(services)/services/rest/auth/oauth2/v1/revoke")
    return Provider(
      "netsuite", "NetSuite",
      authorization: try Endpoint("https://\(account).app.netsuite.com/app/login/oauth2/authorize.nl"),
      token: try Endpoint("\(services)/services/rest/auth/oauth2/v1/token"),
      api: [try Endpoint(services).origin, try Endpoint("https://\(account).restlets.api.netsuite.com").origin],
      registration: RegistrationGuide(
        "https://system.netsuite.com/", .ownSite, "Create an integration record with the authorization code grant.")
    ) { _, service in
      service[.revocation] = revocation
      service.scopes = ["rest_webservices"]
    }
  }
}
