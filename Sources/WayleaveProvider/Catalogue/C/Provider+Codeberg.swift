import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Codeberg, which runs Forgejo.
  ///
  /// https://forgejo.org/docs, "OAuth2 provider". Only public clients have any port of 127.0.0.1.
  public static let codeberg = Provider(
    "codeberg", "Codeberg", authorization: "https://codeberg.org/login/oauth/authorize",
    token: "https://codeberg.org/login/oauth/access_token", api: ["https://codeberg.org"],
    registration: RegistrationGuide(
      "https://codeberg.org/user/settings/applications", "Leave out Confidential Client. Any port is then accepted.")
  ) { provider, service in
    service.scopes = ["read:user"]
    service.dialect.request.clientAuthentication = .post
    provider.identity = IdentityRule(
      "https://codeberg.org/api/v1/user", subject: "{id}", name: "{full_name}", handle: "{login}", email: "{email}",
      picture: "{avatar_url}")
  }
}
