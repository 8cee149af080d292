import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// GoCardless: an organization is connected to a partner's app.
  ///
  /// https://developer.gocardless.com, "Partner integrations". The token answer names the organization, tokens never
  /// end, and each call names the version of the API.
  public static let gocardless = Provider(
    "gocardless", "GoCardless", authorization: "https://connect.gocardless.com/oauth/authorize",
    token: "https://connect.gocardless.com/oauth/access_token", api: ["https://api.gocardless.com"],
    registration: RegistrationGuide(
      "https://manage.gocardless.com/", .fixedPort, "Under Developers, create an app.")
  ) { provider, service in
    service.scopes = ["read_write"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.api.headers = ["GoCardless-Version": "2015-07-06"]
    provider.identity = IdentityRule(subject: "{token.organisation_id}")
  }
}
