import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Flickr, by OAuth 1.0a.
  ///
  /// https://www.flickr.com/services/api, "User Authentication". The user is asked for leave to read; the other words
  /// are `write` and `delete`. Every call is signed, and answers plain JSON only with a parameter that forbids to wrap
  /// it in a function call.
  public static let flickr = Provider(
    "flickr", "Flickr", temporary: "https://www.flickr.com/services/oauth/request_token",
    authorization: "https://www.flickr.com/services/oauth/authorize",
    token: "https://www.flickr.com/services/oauth/access_token",
    api: ["https://api.flickr.com", "https://up.flickr.com"],
    registration: RegistrationGuide(
      "https://www.flickr.com/services/apps/create/",
      "The page asks for no redirect URI. http://127.0.0.1/callback works at any port.")
  ) { provider, service in
    service.dialect.authorizationParameters = ["perms": "read"]
    service.dialect.scopeParameter = "perms"
    service.dialect.signsTextParts = true
    provider.identity = IdentityRule(
      "https://api.flickr.com/services/rest/?method=flickr.test.login&format=json&nojsoncallback=1",
      subject: "{user.id}", handle: "{user.username._content}")
    provider.handOver = HandOverRule(
      checkToken: TokenCheckRule(
        endpoint: Endpoint(
          known:
            "https://api.flickr.com/services/rest/?method=flickr.auth.oauth.checkToken&format=json&nojsoncallback=1"),
        subject: "{oauth.user.nsid}", name: "{oauth.user.fullname}", handle: "{oauth.user.username}",
        token: "oauth.token._content", scopes: "oauth.perms._content"))
  }
}
