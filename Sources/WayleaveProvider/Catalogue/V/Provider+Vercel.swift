import WayleaveWire

extension Provider {
  /// Vercel, by OpenID Connect.
  ///
  /// https://vercel.com/docs, "Sign in with Vercel". PKCE is needed, and `offline_access` brings a refresh token.
  public static let vercel = Provider(
    "vercel", "Vercel", issuer: "https://vercel.com",
    registration: RegistrationGuide(
      "https://vercel.com/account/apps", .fixedPort, "Create an app in the settings of your team.")
  )
}
