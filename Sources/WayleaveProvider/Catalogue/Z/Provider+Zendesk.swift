import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Zendesk: each customer has a subdomain.
  ///
  /// https://support.zendesk.com, "Using OAuth authentication with your application". A client belongs to one
  /// customer, unless Zendesk made it a global one. Clients without a secret need PKCE.
  public static let zendesk = ProviderTemplate(
    "zendesk", "Zendesk",
    ProviderVariable("subdomain", .label, "the first part of your Zendesk address", example: "acme")
  ) { subdomain throws(OAuthError) in
    let host = "https://\(subdomain).zendesk.com"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(host)/api/v2/users/me.json"), subject: "{user.id}", name: "{user.name}",
      email: "{user.email}")
    return Provider(
      "zendesk", "Zendesk", authorization: try Endpoint("\(host)/oauth/authorizations/new"),
      token: try Endpoint("\(host)/oauth/tokens"), api: [try Endpoint(host).origin],
      registration: RegistrationGuide(
        "https://support.zendesk.com/hc/en-us/articles/4408845965210", .fixedPort,
        "In the Admin Center, add an OAuth client. Its identifier is the client id.")
    ) { provider, service in
      service.scopes = ["read"]
      service.dialect.request.clientAuthentication = .post
      provider.identity = identity
    }
  }
}
