import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// GitHub, by an OAuth app.
  ///
  /// https://docs.github.com, "Authorizing OAuth apps". A token answer may hold an error with status 200, and it names
  /// the scopes with commas. Tokens do not expire, and are given back by the client. The API wants a `User-Agent`.
  public static let github = Provider(
    "github", "GitHub", authorization: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token", api: ["https://api.github.com"],
    registration: RegistrationGuide(
      "https://github.com/settings/applications/new",
      "Any port is accepted. For the device flow, tick Enable Device Flow.")
  ) { provider, service in
    service.scopes = ["read:user", "user:email"]
    provider.describeGitHub(&service)
  }
}

extension Provider {
  /// What OAuth apps and GitHub Apps have in common.
  mutating func describeGitHub(_ service: inout OAuth2Service) {
    service[.deviceAuthorization] = Endpoint(known: "https://github.com/login/device/code")
    service[.revocation] = Endpoint(known: "https://api.github.com/applications/{client_id}/token")
    service.dialect.answer.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.isLoose = true
    service.dialect.revocation = .deleteByClient
    // The API refuses in a sentence alone, and has 403 for its limits too.
    service.dialect.refusals = [
      .init("http_401", describedBy: ["Bad credentials"], in: .other, means: .tokenInvalid),
      .init("http_403", describedBy: ["rate limit"], in: .other, means: .rateLimited),
    ]
    service.dialect.api.headers = ["User-Agent": "wayleave", "X-GitHub-Api-Version": "2022-11-28"]
    service.dialect.api.gitUser = "x-access-token"
    var identity = IdentityRule(
      "https://api.github.com/user", subject: "{id}", name: "{name}", handle: "{login}",
      email: "{emails.[primary=true].email}", emailVerified: "{emails.[primary=true].verified}",
      picture: "{avatar_url}")
    identity.requests = [IdentityRequest(Endpoint(known: "https://api.github.com/user/emails"), name: "emails")]
    self.identity = identity
    handOver = HandOverRule(
      inspection: TokenInspectionRule(
        endpoint: Endpoint(known: "https://api.github.com/applications/{client_id}/token"), client: "app.client_id",
        placement: .json, user: "user.id", scopes: "scopes"))
  }
}
