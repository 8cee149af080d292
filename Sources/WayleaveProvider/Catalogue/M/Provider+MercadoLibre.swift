import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Mercado Libre, the market of Latin America.
  ///
  /// https://developers.mercadolibre.com.ar, "Authentication and Authorization". Scopes belong to the application.
  public static let mercadolibre = Provider(
    "mercadolibre", "Mercado Libre", authorization: "https://auth.mercadolibre.com/authorization",
    token: "https://api.mercadolibre.com/oauth/token", api: ["https://api.mercadolibre.com"],
    registration: RegistrationGuide(
      "https://developers.mercadolibre.com.ar/devcenter", .ownSite, "Create an application, and switch on PKCE.")
  ) { provider, service in
    service.dialect.parameterNames = ["scope": ""]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.mercadolibre.com/users/me", subject: "{id}", name: "{first_name} {last_name}",
      handle: "{nickname}", email: "{email}")
  }
}
