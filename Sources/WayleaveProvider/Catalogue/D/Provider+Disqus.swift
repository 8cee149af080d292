import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Disqus.
  ///
  /// https://disqus.com/api/docs, "Authentication". The token and the client's id travel in the query of each call.
  public static let disqus = Provider(
    "disqus", "Disqus", authorization: "https://disqus.com/api/oauth/2.0/authorize/",
    token: "https://disqus.com/api/oauth/2.0/access_token/",
    registration: RegistrationGuide(
      "https://disqus.com/api/applications/", .fixedPort,
      "The Public Key is the client id, and the Secret Key is the secret.")
  ) { provider, service in
    service.scopes = ["read", "email"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.api.tokenPlacement = .query("access_token")
    service.dialect.api.parameters = ["api_key": "{client_id}"]
    provider.identity = IdentityRule(
      "https://disqus.com/api/3.0/users/details.json", subject: "{response.id}", name: "{response.name}",
      handle: "{response.username}", email: "{response.email}", picture: "{response.avatar.permalink}")
  }
}
