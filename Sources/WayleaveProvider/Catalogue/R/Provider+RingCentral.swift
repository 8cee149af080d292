import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// RingCentral: calls and messages.
  ///
  /// https://developers.ringcentral.com/guide/authentication/auth-code-flow. Permissions are chosen where the app is
  /// registered: there are no scopes.
  public static let ringcentral = Provider(
    "ringcentral", "RingCentral", authorization: "https://platform.ringcentral.com/restapi/oauth/authorize",
    token: "https://platform.ringcentral.com/restapi/oauth/token", api: ["https://platform.ringcentral.com"],
    registration: RegistrationGuide(
      "https://developers.ringcentral.com/my-account.html", .fixedPort,
      "Create a REST API app with 3-legged OAuth and the permission ReadAccounts.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://platform.ringcentral.com/restapi/oauth/revoke")
    provider.identity = IdentityRule(
      "https://platform.ringcentral.com/restapi/v1.0/account/~/extension/~", subject: "{id}", name: "{name}",
      email: "{contact.email}")
  }
}
