import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Strava: sports activities.
  ///
  /// https://developers.strava.com/docs/authentication. It never gives an email address. Its refusals are lists, in
  /// which the field says what was wrong. The token itself authorizes its revocation.
  public static let strava = Provider(
    "strava", "Strava", authorization: "https://www.strava.com/oauth/authorize",
    token: "https://www.strava.com/oauth/token", api: ["https://www.strava.com"],
    registration: RegistrationGuide(
      "https://www.strava.com/settings/api",
      "Create an app. Strava takes http://127.0.0.1/callback at any port, whatever callback domain you enter.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://www.strava.com/oauth/deauthorize")
    service.scopes = ["read"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.scopeSeparator = ","
    service.dialect.revocation = .post
    service.dialect.answer.errorPath = "errors.0.field"
    service.dialect.answer.errorDescriptionPath = "message"
    service.dialect.refusals = [RefusalTable.Row("refresh_token", means: .grantGone)]
    provider.identity = IdentityRule(
      "https://www.strava.com/api/v3/athlete", subject: "{id}", name: "{firstname} {lastname}", handle: "{username}",
      picture: "{profile}")
  }
}
