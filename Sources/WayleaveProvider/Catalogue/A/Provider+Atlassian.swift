import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Atlassian, which is Jira and Confluence in the cloud, by OAuth 2.0 (3LO).
  ///
  /// https://developer.atlassian.com, "OAuth 2.0 (3LO) apps". A request to the API of a site goes to
  /// `https://api.atlassian.com/ex/jira/` and the id of the site, which
  /// `https://api.atlassian.com/oauth/token/accessible-resources` lists. A refresh token serves once.
  public static let atlassian = Provider(
    "atlassian", "Atlassian", authorization: "https://auth.atlassian.com/authorize",
    token: "https://auth.atlassian.com/oauth/token", api: ["https://api.atlassian.com"],
    registration: RegistrationGuide(
      "https://developer.atlassian.com/console/myapps/",
      .fixedPort,
      """
      Create an OAuth 2.0 integration and add the User identity API. Enter the redirect URI under Authorization.
      """)
  ) { provider, service in
    service.scopes = ["read:me", "offline_access"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.parameters = ["audience": "api.atlassian.com", "prompt": "consent"]
    provider.identity = IdentityRule(
      "https://api.atlassian.com/me", subject: "{account_id}", name: "{name}", handle: "{nickname}", email: "{email}",
      picture: "{picture}")
  }
}
