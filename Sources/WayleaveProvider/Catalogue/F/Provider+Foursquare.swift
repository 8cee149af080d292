import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Foursquare: OAuth 2 with the token as `oauth_token` in the query, and a version `v` with every call.
  ///
  /// https://docs.foursquare.com, "Using OAuth Authentication". Its token answer names no type, and its tokens never
  /// expire.
  public static let foursquare = Provider(
    "foursquare", "Foursquare", authorization: "https://foursquare.com/oauth2/authenticate",
    token: "https://foursquare.com/oauth2/access_token", api: ["https://api.foursquare.com"],
    registration: RegistrationGuide(
      "https://foursquare.com/developers/home",
      .fixedPort,
      """
      In the settings of a project, enter the redirect URI under OAuth Authentication. Projects created after \
      November 2021 must ask for the API v2, and who joined after 17 June 2025 may not use it.
      """)
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.api.tokenPlacement = .query("oauth_token")
    // Its documentation of 2012 and 2015 has "response_type=token" too; the answer is "#access_token=" alone.
    service.dialect.legacyGrants = [.implicit]
    // The date up to which we know the API: it selects the behaviour of that day.
    service.dialect.api.parameters = ["v": "20260101"]
    // FSOAuth's protocol, by the date of its version; the app answers with a code or an error, and nothing else.
    provider.nativeApp = try? NativeApp(
      authorization: AbsoluteURL("foursquareauth://authorize?v=20130509"),
      install: AbsoluteURL("https://apps.apple.com/app/id306934924"),
      link: AbsoluteURL("https://foursquare.com/native/oauth2/authenticate"), scheme: "foursquare", omitsState: true)
    provider.identity = IdentityRule(
      "https://api.foursquare.com/v2/users/self", subject: "{response.user.id}",
      name: "{response.user.firstName} {response.user.lastName}", email: "{response.user.contact.email}",
      picture: "{response.user.photo.prefix}original{response.user.photo.suffix}")
  }
}
