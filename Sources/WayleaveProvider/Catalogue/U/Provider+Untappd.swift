import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Untappd, which takes no new applications at present.
  ///
  /// https://untappd.com/api/docs, "Authentication". Its page for users is called `authenticate` and its token
  /// endpoint, which takes a GET, `authorize`. Tokens and errors stand in envelopes.
  public static let untappd = Provider(
    "untappd", "Untappd", authorization: "https://untappd.com/oauth/authenticate/",
    token: "https://untappd.com/oauth/authorize/",
    registration: RegistrationGuide(
      "https://untappd.com/api/register", .fixedPort, "Untappd reviews each application.")
  ) { provider, service in
    service.dialect.parameterNames = ["redirect_uri": "redirect_url", "grant_type": ""]
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .get
    service.dialect.request.parameters = ["response_type": "code"]
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.envelopes = ["response"]
    service.dialect.answer.errorPath = "meta.error_detail"
    service.dialect.api.tokenPlacement = .query("access_token")
    provider.identity = IdentityRule(
      "https://api.untappd.com/v4/user/info?compact=true", subject: "{response.user.uid}",
      name: "{response.user.first_name} {response.user.last_name}", handle: "{response.user.user_name}",
      email: "{response.user.settings.email_address}", picture: "{response.user.user_avatar}")
  }
}
