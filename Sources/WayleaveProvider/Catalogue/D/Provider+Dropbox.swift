import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Dropbox: files.
  ///
  /// https://developers.dropbox.com/oauth-guide. A refresh token comes only where it is asked for; it does not change.
  /// The token itself authorizes its revocation.
  public static let dropbox = Provider(
    "dropbox", "Dropbox", authorization: "https://www.dropbox.com/oauth2/authorize",
    token: "https://api.dropboxapi.com/oauth2/token",
    api: ["https://api.dropboxapi.com", "https://content.dropboxapi.com"],
    registration: RegistrationGuide(
      "https://www.dropbox.com/developers/apps", .fixedPort, "Create an app. Its App key is the client id.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.dropboxapi.com/2/auth/token/revoke")
    service.scopes = ["account_info.read"]
    service.dialect.authorization.parameters = ["token_access_type": "offline"]
    service.dialect.revocation = .post
    var identity = IdentityRule(
      "https://api.dropboxapi.com/2/users/get_current_account", subject: "{account_id}", name: "{name.display_name}",
      email: "{email}", emailVerified: "{email_verified}", picture: "{profile_photo_url}")
    identity.body = ""
    provider.identity = identity
  }
}
