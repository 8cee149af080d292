import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// SAP Concur: each data centre has hosts of its own.
  ///
  /// https://developer.concur.com, "Authentication". The token answer names the host of the user as `geolocation`. Its
  /// API has no question who the user is.
  public static let concur = ProviderTemplate(
    "concur", "SAP Concur",
    ProviderVariable(
      "datacenter", .label, "the first part of your Concur base URI, such as us2", usual: "us", example: "us2")
  ) { (datacenter) throws(OAuthError) in
    let api = "https://\(datacenter).api.concursolutions.com"
    let token = try Endpoint("\(api)/oauth2/v0/token")
    return Provider(
      "concur", "SAP Concur", authorization: try Endpoint("\(api)/oauth2/v0/authorize"), token: token,
      api: [token.origin],
      registration: RegistrationGuide(
        "https://www.concursolutions.com/", .fixedPort,
        "An administrator creates the app under Authentication Admin, OAuth 2.0 Application Management.")
    ) { _, service in
      service.dialect.request.clientAuthentication = .post
    }
  }
}
