import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Square, the accounts of sellers, or its sandbox.
  ///
  /// https://developer.squareup.com, "OAuth API" and "Square Sandbox". The expiry is a time, as RFC 3339 writes it, and
  /// requests are JSON. PKCE takes the place of the secret, so that a client with a secret sends none. A token is given
  /// back by a request with the secret in a form of its own, which is not made here.
  public static let square = ProviderTemplate("square", "Square", .environment) { (environment) throws(OAuthError) in
    let base = environment == "sandbox" ? "https://connect.squareupsandbox.com" : "https://connect.squareup.com"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(base)/v2/merchants/me"), subject: "{merchant.id}", name: "{merchant.business_name}")
    return try Provider(
      "square", "Square", authorization: Endpoint("\(base)/oauth2/authorize"), token: Endpoint("\(base)/oauth2/token"),
      api: [Endpoint(base).origin],
      registration: RegistrationGuide(
        "https://developer.squareup.com/apps", environment == "sandbox" ? .localhost : .ownSite,
        """
        The OAuth page of your application has its application ID, its secret and the one redirect URL, for production \
        and for the sandbox.
        """)
    ) { provider, service in
      service.scopes = ["MERCHANT_PROFILE_READ"]
      service.dialect.authorization.parameters = ["session": "false"]
      service.dialect.authorization.supportsPKCE = false
      service.dialect.request.clientAuthentication = .post
      service.dialect.request.format = .json
      service.dialect.answer.names = ["expires_in": "expires_at"]
      service.dialect.answer.expiry = .timestamp
      provider.identity = identity
    }
  }
}
