import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// SurveyMonkey.
  ///
  /// https://api.surveymonkey.com/v3/docs, "Authentication". Its tokens do not expire, and only the user takes them
  /// back.
  public static let surveyMonkey = Provider(
    "surveymonkey", "SurveyMonkey", authorization: "https://api.surveymonkey.com/oauth/authorize",
    token: "https://api.surveymonkey.com/oauth/token",
    registration: RegistrationGuide(
      "https://developer.surveymonkey.com/apps/", .fixedPort,
      "The redirect URI is called OAuth Redirect URL. Switch on the scope “View Users”.")
  ) { provider, service in
    service.scopes = ["users_read"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.surveymonkey.com/v3/users/me", subject: "{id}", name: "{first_name} {last_name}",
      handle: "{username}", email: "{email}")
  }
}
