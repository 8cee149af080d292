import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Login with Amazon.
  ///
  /// https://developer.amazon.com, "Authorization Code Grant". The documentation does not say whether the email
  /// address was checked.
  public static let amazon = Provider(
    "amazon", "Amazon", authorization: "https://www.amazon.com/ap/oa", token: "https://api.amazon.com/auth/o2/token",
    api: ["https://api.amazon.com"],
    registration: RegistrationGuide(
      "https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html", .ownSite,
      "Create a security profile. Enter the redirect URI under its Web Settings.")
  ) { provider, service in
    service.scopes = ["profile"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.amazon.com/user/profile", subject: "{user_id}", name: "{name}", email: "{email}")
  }
}
