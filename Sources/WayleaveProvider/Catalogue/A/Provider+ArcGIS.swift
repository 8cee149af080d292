import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// ArcGIS Online by Esri: maps.
  ///
  /// https://developers.arcgis.com, "User authentication". Its token answers name no type, the token travels in the
  /// query, and every request to the API must ask for JSON.
  public static let arcgis = Provider(
    "arcgis", "ArcGIS", authorization: "https://www.arcgis.com/sharing/rest/oauth2/authorize",
    token: "https://www.arcgis.com/sharing/rest/oauth2/token", api: ["https://www.arcgis.com"],
    registration: RegistrationGuide(
      "https://developers.arcgis.com", .fixedPort, "In the dashboard, create OAuth credentials for user authentication."
    )
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.api.tokenPlacement = .query("token")
    service.dialect.api.parameters = ["f": "json"]
    provider.identity = IdentityRule(
      "https://www.arcgis.com/sharing/rest/community/self", subject: "{id}", name: "{fullName}", handle: "{username}",
      email: "{email}")
  }
}
