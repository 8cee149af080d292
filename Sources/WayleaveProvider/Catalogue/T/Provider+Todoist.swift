import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Todoist.
  ///
  /// https://developer.todoist.com, "Authorization". Scopes stand between commas. A token is given back by a DELETE
  /// with the client secret in its URL, which is not done here: secrets do not belong in URLs.
  public static let todoist = Provider(
    "todoist", "Todoist", authorization: "https://todoist.com/oauth/authorize",
    token: "https://todoist.com/oauth/access_token", api: ["https://api.todoist.com"],
    registration: RegistrationGuide(
      "https://developer.todoist.com/appconsole.html", .fixedPort, "Create an app.")
  ) { provider, service in
    service.scopes = ["data:read"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.scopeSeparator = ","
    provider.identity = IdentityRule(
      "https://api.todoist.com/api/v1/user", subject: "{id}", name: "{full_name}", email: "{email}",
      picture: "{avatar_big}")
  }
}
