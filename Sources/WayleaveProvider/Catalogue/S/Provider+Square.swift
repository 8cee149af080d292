import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Square, the accounts of sellers.
  ///
  /// https://developer.squareup.com, "OAuth API". The expiry is a time, as RFC 3339 writes it, and requests are JSON.
  /// PKCE takes the place of the secret, so that a client with a secret sends none. A token is given back by a
  /// request with the secret in a form of its own, which is not made here.
  public static let square = Provider(
    "square", "Square", authorization: "https://connect.squareup.com/oauth2/authorize",
    token: "https://connect.squareup.com/oauth2/token", api: ["https://connect.squareup.com"],
    registration: RegistrationGuide(
      "https://developer.squareup.com/apps", .fixedPort,
      "The OAuth page of your application has its application ID, its secret and the one redirect URL.")
  ) { provider, service in
    service.scopes = ["MERCHANT_PROFILE_READ"]
    service.dialect.authorization.parameters = ["session": "false"]
    service.dialect.authorization.supportsPKCE = false
    service.dialect.request.clientAuthentication = .post
    service.dialect.request.format = .json
    service.dialect.answer.names = ["expires_in": "expires_at"]
    service.dialect.answer.expiry = .timestamp
    provider.identity = IdentityRule(
      "https://connect.squareup.com/v2/merchants/me", subject: "{merchant.id}", name: "{merchant.business_name}")
  }
}
