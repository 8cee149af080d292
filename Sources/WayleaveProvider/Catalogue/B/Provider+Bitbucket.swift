import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Bitbucket Cloud.
  ///
  /// https://developer.atlassian.com, "Bitbucket OAuth 2.0". The token answer calls what was granted `scopes`. What a
  /// client may ask for is ticked where it is registered.
  public static let bitbucket = Provider(
    "bitbucket", "Bitbucket", authorization: "https://bitbucket.org/site/oauth2/authorize",
    token: "https://bitbucket.org/site/oauth2/access_token", api: ["https://api.bitbucket.org"],
    registration: RegistrationGuide(
      "https://bitbucket.org/account/workspaces/",
      .fixedPort,
      """
      In the settings of a workspace, add an OAuth consumer. Tick Account: Read and Email. The client id is called \
      Key.
      """)
  ) { provider, service in
    service.scopes = ["account", "email"]
    service.dialect.answer.names = ["scope": "scopes"]
    service.dialect.api.gitUser = "x-token-auth"
    var identity = IdentityRule(
      "https://api.bitbucket.org/2.0/user", subject: "{uuid}", name: "{display_name}", handle: "{nickname}",
      email: "{emails.values.[is_primary=true].email}",
      emailVerified: "{emails.values.[is_primary=true].is_confirmed}", picture: "{links.avatar.href}")
    identity.requests = [
      IdentityRequest(Endpoint(known: "https://api.bitbucket.org/2.0/user/emails"), name: "emails")
    ]
    provider.identity = identity
  }
}
