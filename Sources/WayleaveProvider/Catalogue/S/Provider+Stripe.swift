import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Stripe Connect: a Stripe account is connected to a platform.
  ///
  /// https://docs.stripe.com, "Using OAuth with Standard accounts". The secret key of the platform authenticates it,
  /// as a bearer token. Stripe advises new platforms to take another way. A connection ends by a request that names
  /// the account and not the token, which is not made here.
  public static let stripe = Provider(
    "stripe", "Stripe Connect", authorization: "https://connect.stripe.com/oauth/authorize",
    token: "https://connect.stripe.com/oauth/token", api: ["https://api.stripe.com"],
    registration: RegistrationGuide(
      "https://dashboard.stripe.com/settings/connect",
      .fixedPort,
      """
      Switch on OAuth. The client secret is the secret key of your account. In live mode the redirect URI must be \
      https.
      """)
  ) { provider, service in
    service.dialect.request.clientAuthentication = .bearerSecret
    provider.identity = IdentityRule(
      "https://api.stripe.com/v1/account", subject: "{id}", name: "{business_profile.name}", email: "{email}")
  }
}
