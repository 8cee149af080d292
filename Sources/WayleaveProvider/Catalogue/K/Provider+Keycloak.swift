import WayleaveWire

extension Provider {
  /// Keycloak: each realm of each server is an issuer of its own, `keycloak.login.example.com.master`.
  ///
  /// https://www.keycloak.org/docs/latest/server_admin. A server before version 17 has `/auth` in its path, and is reached
  /// by the URL of the issuer.
  public static let keycloak = ProviderTemplate(
    "keycloak", "Keycloak", ProviderVariable("host", .host, "the host of your Keycloak", example: "login.example.com"),
    ProviderVariable("realm", .segment, "the realm", example: "master")
  ) { (host, realm) throws(OAuthError) in
    var provider = Provider(
      name: "keycloak", title: "Keycloak", service: .issuer(try Endpoint("https://\(host)/realms/\(realm)").url))
    provider.registration = RegistrationGuide(
      page: try Endpoint("https://\(host)/admin/\(realm)/console/").url,
      hint: "Create a client of the type OpenID Connect with the standard flow, and enter your redirect URI.")
    return provider
  }
}
