import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Log in with PayPal, or with its sandbox.
  ///
  /// https://developer.paypal.com, "Integrate Log in with PayPal with Identity API" and "Make Identity Calls on Behalf
  /// of a User". The user is known by an address of PayPal, and by other members only with the parameter `schema`.
  public static let paypal = ProviderTemplate("paypal", "PayPal", .environment) { (environment) throws(OAuthError) in
    let sandbox = environment == "sandbox" ? ".sandbox" : ""
    let api = "https://api-m\(sandbox).paypal.com"
    let identity = IdentityRule(
      endpoint: try Endpoint("\(api)/v1/identity/oauth2/userinfo?schema=paypalv1.1"), subject: "{user_id}",
      name: "{name}",
      email: "{emails.[primary=true].value}")
    return try Provider(
      "paypal", "PayPal", authorization: Endpoint("https://www\(sandbox).paypal.com/signin/authorize"),
      token: Endpoint("\(api)/v1/oauth2/token"), api: [Endpoint(api).origin],
      registration: RegistrationGuide(
        "https://developer.paypal.com/dashboard/applications", .fixedPort,
        "In the app, switch on “Log in with PayPal”. The redirect URI is called Return URL.")
    ) { provider, service in
      service.scopes = ["openid", "profile", "email"]
      provider.identity = identity
    }
  }
}
