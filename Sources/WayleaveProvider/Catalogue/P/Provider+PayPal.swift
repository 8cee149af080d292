import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Log in with PayPal.
  ///
  /// https://developer.paypal.com, "Integrate Log in with PayPal with Identity API". The user is known by an address
  /// of PayPal, and by other members only with the parameter `schema`. The sandbox has hosts of its own.
  public static let paypal = Provider(
    "paypal", "PayPal", authorization: "https://www.paypal.com/signin/authorize",
    token: "https://api-m.paypal.com/v1/oauth2/token", api: ["https://api-m.paypal.com"],
    registration: RegistrationGuide(
      "https://developer.paypal.com/dashboard/applications/live", .fixedPort,
      "In the app, switch on “Log in with PayPal”. The redirect URI is called Return URL.")
  ) { provider, service in
    service.scopes = ["openid", "profile", "email"]
    provider.identity = IdentityRule(
      "https://api-m.paypal.com/v1/identity/oauth2/userinfo?schema=paypalv1.1", subject: "{user_id}", name: "{name}",
      email: "{emails.[primary=true].value}")
  }
}
