import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Withings: health data.
  ///
  /// https://developer.withings.com, "Access and refresh tokens". Its answers have status 200 always, with the real one
  /// as `status` and the rest as `body`. The old refresh token ends 8 hours after a new one was issued.
  public static let withings = Provider(
    "withings", "Withings", authorization: "https://account.withings.com/oauth2_user/authorize2",
    token: "https://wbsapi.withings.net/v2/oauth2", api: ["https://wbsapi.withings.net"],
    registration: RegistrationGuide(
      "https://developer.withings.com/dashboard/", .fixedPort,
      "Create an application. The redirect URI is called Callback URL.")
  ) { provider, service in
    service.scopes = ["user.info"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.scopeSeparator = ","
    service.dialect.request.parameters = ["action": "requesttoken"]
    service.dialect.answer.envelopes = ["body"]
    service.dialect.answer.errorPath = "status"
    service.dialect.answer.errorDescriptionPath = "error"
    service.dialect.refusals = [
      RefusalTable.Row("503", describedBy: ["refresh_token"], means: .grantGone),
      RefusalTable.Row("601", means: .rateLimited),
    ]
    provider.identity = IdentityRule(subject: "{token.userid}")
  }
}
