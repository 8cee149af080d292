import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Sign in with Apple.
  ///
  /// https://developer.apple.com, "Sign in with Apple REST API". The client secret is a JWT that the client's ES256 key
  /// signs, of at most six months. With a name or an email address asked for, the answer comes by POST to an https site
  /// of yours; the user's name comes with it, and only the first time. There is no API: the ID token says all.
  public static let apple = Provider(
    "apple", "Apple", authorization: "https://appleid.apple.com/auth/authorize",
    token: "https://appleid.apple.com/auth/token",
    registration: RegistrationGuide(
      "https://developer.apple.com/account/resources/identifiers/list/serviceId",
      .ownSite,
      """
      Create a Services ID, which is the client id; Apple takes no URL of this machine. Create a key for Sign in \
      with Apple. Copy its Key ID, and the Team ID of your account.
      """)
  ) { provider, service in
    service.issuer = "https://appleid.apple.com"
    service[.keySet] = Endpoint(known: "https://appleid.apple.com/auth/keys")
    service[.revocation] = Endpoint(known: "https://appleid.apple.com/auth/revoke")
    service.scopes = ["openid", "name", "email"]
    service.responseMode = .formPost
    service.dialect.request.clientAuthentication = .signedSecret
    service.dialect.authorization.callbackMembers = ["user"]
    provider.identity = IdentityRule(
      subject: "{sub}", name: "{token.callback.user.name.firstName} {token.callback.user.name.lastName}",
      email: "{email}", emailVerified: "{email_verified}")
    provider.identity?.isShownOnce = true
  }
}
