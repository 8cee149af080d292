import WayleaveWire

extension Provider {
  /// ZITADEL Cloud: each instance is an issuer of its own.
  ///
  /// https://zitadel.com, "OpenID Connect Endpoints". Domains of customers are reached by the URL of the issuer.
  public static let zitadel = ProviderTemplate(
    "zitadel", "ZITADEL",
    ProviderVariable("instance", .labelOrHost, "your instance, with its region", example: "acme-a1b2c3.us1")
  ) { instance throws(OAuthError) in
    var provider = Provider(
      name: "zitadel", title: "ZITADEL", service: .issuer(try Endpoint("https://\(instance).zitadel.cloud").url))
    provider.registration = RegistrationGuide(
      "https://zitadel.com/docs/guides/integrate/login/oidc/login-users", .fixedPort, isPublic: true,
      "In the console, create an application of the type Native in a project.")
    return provider
  }
}
