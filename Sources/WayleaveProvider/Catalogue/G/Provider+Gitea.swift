import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Gitea: gitea.com, or a server of your own as `gitea.git.example.com`.
  ///
  /// https://docs.gitea.com, "OAuth2 provider". Only public clients have any port of 127.0.0.1.
  public static let gitea = ProviderTemplate(
    "gitea", "Gitea",
    ProviderVariable("host", .host, "the host of your Gitea", usual: "gitea.com", example: "git.example.com")
  ) { (host) throws(OAuthError) in
    let site = "https://\(host)"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(site)/api/v1/user"), subject: "{id}", name: "{full_name}", handle: "{login}",
      email: "{email}", picture: "{avatar_url}")
    let guide = RegistrationGuide(
      page: try Endpoint("\(site)/user/settings/applications").url,
      hint: "Leave out Confidential Client. Any port is then accepted.")
    return Provider(
      "gitea", "Gitea", authorization: try Endpoint("\(site)/login/oauth/authorize"),
      token: try Endpoint("\(site)/login/oauth/access_token"), api: [try Endpoint(site).origin], registration: guide
    ) { provider, service in
      service.scopes = ["read:user"]
      service.dialect.request.clientAuthentication = .post
      provider.identity = identity
    }
  }
}
