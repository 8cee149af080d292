import WayleaveWire

extension Provider {
  /// OneLogin: each account is an issuer of its own.
  ///
  /// https://developers.onelogin.com, "OpenId Connect".
  public static let onelogin = ProviderTemplate(
    "onelogin", "OneLogin",
    ProviderVariable("subdomain", .label, "the first part of your OneLogin address", example: "acme")
  ) { subdomain throws(OAuthError) in
    var provider = Provider(
      name: "onelogin", title: "OneLogin",
      service: .issuer(try Endpoint("https://\(subdomain).onelogin.com/oidc/2").url))
    provider.registration = RegistrationGuide(
      "https://developers.onelogin.com/openid-connect", .fixedPort,
      "In the administration, add an OpenID Connect app. Enter the redirect URI under Configuration.")
    return provider
  }
}
