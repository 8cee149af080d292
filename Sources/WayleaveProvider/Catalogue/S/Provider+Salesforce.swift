import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Salesforce: `login` for organizations, `test` for sandboxes, or the host of an organization that forbids both.
  ///
  /// https://help.salesforce.com, "OAuth Endpoints". The API of each organization has its own host, which the token
  /// answer names as `instance_url`. Token answers do not say when a token ends, and the user's `sub` is a URL, so that
  /// the numbers of organization and user are taken.
  public static let salesforce = ProviderTemplate(
    "salesforce", "Salesforce",
    ProviderVariable(
      "server", .labelOrHost, "login, test for sandboxes, or acme.my of My Domain acme.my.salesforce.com",
      usual: "login")
  ) { (server) throws(OAuthError) in
    let base = "https://\(server).salesforce.com"
    var identity = IdentityRule(
      subject: "{organization_id}:{user_id}", name: "{name}", handle: "{preferred_username}",
      email: "{email}",
      emailVerified: "{email_verified}", picture: "{picture}")
    identity.endpoint = try Endpoint("\(base)/services/oauth2/userinfo")
    let revocation = try Endpoint("\(base)/services/oauth2/revoke")
    let introspection = try Endpoint("\(base)/services/oauth2/introspect")
    return try Provider(
      "salesforce", "Salesforce", authorization: Endpoint("\(base)/services/oauth2/authorize"),
      token: Endpoint("\(base)/services/oauth2/token"), api: [Endpoint(base).origin],
      registration: RegistrationGuide(
        "https://login.salesforce.com/", .fixedPort,
        "In Setup, create an external client app with OAuth. Its Consumer Key is the client id.")
    ) { provider, service in
      service[.revocation] = revocation
      service[.introspection] = introspection
      service.scopes = ["openid", "profile", "email", "refresh_token"]
      provider.apiDomains = ["my.salesforce.com"]
      provider.identity = identity
    }
  }
}
