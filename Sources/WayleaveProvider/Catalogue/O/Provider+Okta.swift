import WayleaveWire

extension Provider {
  /// Okta: each organization is an issuer of its own.
  ///
  /// https://developer.okta.com, "Authorization servers". This is the server that every organization has; its others,
  /// and domains of customers, are reached by the URL of the issuer.
  public static let okta = ProviderTemplate(
    "okta", "Okta", ProviderVariable("organization", .label, "the first part of your Okta address", example: "acme")
  ) { organization throws(OAuthError) in
    var provider = Provider(
      name: "okta", title: "Okta", service: .issuer(try Endpoint("https://\(organization).okta.com").url))
    provider.registration = RegistrationGuide(
      "https://developer.okta.com/docs/guides/implement-grant-type/authcodepkce/main/",
      .fixedPort,
      """
      In the Admin Console, create an app integration of the kind OIDC. Enter the redirect URI under Sign-in \
      redirect URIs.
      """)
    return provider
  }
}
