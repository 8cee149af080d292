import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// DigitalOcean.
  ///
  /// https://docs.digitalocean.com, "OAuth API". The redirect URI is compared with its port.
  public static let digitalocean = Provider(
    "digitalocean", "DigitalOcean", authorization: "https://cloud.digitalocean.com/v1/oauth/authorize",
    token: "https://cloud.digitalocean.com/v1/oauth/token", api: ["https://api.digitalocean.com"],
    registration: RegistrationGuide(
      "https://cloud.digitalocean.com/account/api/applications", .fixedPort, "The redirect URI is called Callback URL.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://cloud.digitalocean.com/v1/oauth/revoke")
    service.scopes = ["read"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://api.digitalocean.com/v2/account", subject: "{account.uuid}", name: "{account.name}",
      email: "{account.email}", emailVerified: "{account.email_verified}")
  }
}
