import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// FACEIT.
  ///
  /// https://docs.faceit.com, "Account Linking (OAuth2)". Its page for users wants to know that it stands in a window
  /// alone.
  public static let faceit = Provider(
    "faceit", "FACEIT", authorization: "https://accounts.faceit.com/",
    token: "https://api.faceit.com/auth/v1/oauth/token",
    registration: RegistrationGuide(
      "https://developers.faceit.com/", .ownSite, "In the App Studio, create a client.")
  ) { provider, service in
    service.scopes = ["openid", "email", "profile"]
    service.dialect.authorization.parameters = ["redirect_popup": "true"]
    provider.identity = IdentityRule(
      "https://api.faceit.com/auth/v1/resources/userinfo", subject: "{guid}", name: "{nickname}", handle: "{nickname}",
      email: "{email}", picture: "{picture}")
  }
}
