import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Mailchimp.
  ///
  /// https://mailchimp.com, "Access Data on Behalf of Other Users with OAuth 2". There are no scopes, and tokens
  /// never end. The word before the token is `OAuth`. The API of each account has a host of its own below
  /// `api.mailchimp.com`, whose first part is `dc` in the raw answer of the identity.
  public static let mailchimp = Provider(
    "mailchimp", "Mailchimp", authorization: "https://login.mailchimp.com/oauth2/authorize",
    token: "https://login.mailchimp.com/oauth2/token",
    registration: RegistrationGuide(
      "https://admin.mailchimp.com/account/oauth2/", .fixedPort, "Mailchimp refuses localhost.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.api.scheme = "OAuth"
    provider.apiDomains = ["api.mailchimp.com"]
    provider.identity = IdentityRule(
      "https://login.mailchimp.com/oauth2/metadata", subject: "{login.login_id}", name: "{accountname}",
      email: "{login.email}")
  }
}
