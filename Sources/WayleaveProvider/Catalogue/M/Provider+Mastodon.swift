import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Mastodon: each server is a provider of its own.
  ///
  /// https://docs.joinmastodon.org, "oauth API methods". A client is registered at each server, by a form that anyone
  /// may send ("apps API methods"). Tokens never end. It gives no email address.
  public static let mastodon = ProviderTemplate(
    "mastodon", "Mastodon",
    ProviderVariable(
      "host", .host, "the host name of your Mastodon server", usual: "mastodon.social", example: "social.example.com")
  ) { host throws(OAuthError) in
    let server = "https://\(host)"
    let revocation = try Endpoint("\(server)/oauth/revoke")
    let apps = try Endpoint("\(server)/api/v1/apps")
    let identity = IdentityRule(
      endpoint: try Endpoint("\(server)/api/v1/accounts/verify_credentials"), subject: "{id}", name: "{display_name}",
      handle: "{acct}", picture: "{avatar}")
    let page = try Endpoint("\(server)/settings/applications/new").url
    return Provider(
      "mastodon", "Mastodon", authorization: try Endpoint("\(server)/oauth/authorize"),
      token: try Endpoint("\(server)/oauth/token"), api: [try Endpoint(server).origin],
      registration: RegistrationGuide(
        page: page, redirectURI: RegistrationGuide.Redirect.fixedPort.url, hint: "Choose the scope read:accounts.")
    ) { provider, service in
      service[.revocation] = revocation
      service[.registration] = apps
      service.dialect.registersByForm = true
      service.scopes = ["read:accounts"]
      service.dialect.request.clientAuthentication = .post
      provider.identity = identity
    }
  }
}
