import WayleaveWire

extension Provider {
  /// Auth0: each tenant is an issuer of its own.
  ///
  /// https://auth0.com, "Authorization Code Flow with PKCE". The region is part of the tenant where it is not the
  /// first one of the United States: `acme.eu`. Domains of customers are reached by the URL of the issuer.
  public static let auth0 = ProviderTemplate(
    "auth0", "Auth0", ProviderVariable("tenant", .labelOrHost, "your Auth0 tenant, with its region", example: "acme.eu")
  ) { tenant throws(OAuthError) in
    var provider = Provider(
      name: "auth0", title: "Auth0", service: .issuer(try Endpoint("https://\(tenant).auth0.com/").url))
    provider.registration = RegistrationGuide(
      "https://manage.auth0.com/", .fixedPort, isPublic: true,
      "Create an application of the type Native. Enter the redirect URI under Allowed Callback URLs.")
    return provider
  }
}
