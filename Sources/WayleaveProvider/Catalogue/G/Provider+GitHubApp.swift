import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// GitHub, by a GitHub App that acts for its users.
  ///
  /// https://docs.github.com, "Generating a user access token for a GitHub App". The app's permissions take the place
  /// of scopes; email addresses are a permission of the account. A token lives eight hours, and each refresh token is
  /// good once. Who has installed the app comes back with a code but without a state: start a sign-in of your own then.
  public static let githubApp = Provider(
    "github-app", "GitHub App", authorization: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token", api: ["https://api.github.com"],
    registration: RegistrationGuide(
      "https://github.com/settings/apps/new",
      "The redirect URI is called Callback URL; any port is accepted. The client id is not the App ID.")
  ) { provider, service in
    service.dialect.parameterNames = ["scope": ""]
    provider.describeGitHub(&service)
  }
}
