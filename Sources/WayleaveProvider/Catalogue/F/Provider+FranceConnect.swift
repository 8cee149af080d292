import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// FranceConnect, the sign-in of the French state.
  ///
  /// https://docs.partenaires.franceconnect.gouv.fr, "FranceConnect v2". Each request must name the level `eidas1`.
  /// What UserInfo says comes as a JWT, which is not read here: the ID token alone says who the user is.
  public static let franceconnect = Provider(
    "franceconnect", "FranceConnect", authorization: "https://oidc.franceconnect.gouv.fr/api/v2/authorize",
    token: "https://oidc.franceconnect.gouv.fr/api/v2/token", api: ["https://oidc.franceconnect.gouv.fr"],
    registration: RegistrationGuide(
      "https://espace.partenaires.franceconnect.gouv.fr/", .fixedPort,
      "Public services and their partners apply for access first.")
  ) { _, service in
    service.issuer = "https://oidc.franceconnect.gouv.fr/api/v2"
    service[.keySet] = Endpoint(known: "https://oidc.franceconnect.gouv.fr/api/v2/jwks")
    service[.endSession] = Endpoint(known: "https://oidc.franceconnect.gouv.fr/api/v2/session/end")
    service.scopes = ["openid", "profile", "email"]
    service.idTokenAlgorithms = [.rs256, .es256]
    service.dialect.authorization.parameters = ["acr_values": "eidas1"]
  }
}
