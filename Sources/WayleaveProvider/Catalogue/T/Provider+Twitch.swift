import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Twitch.
  ///
  /// https://dev.twitch.tv/docs/authentication, "Getting OAuth Access Tokens". Scopes come as a list, each call names
  /// the client, and only verified email addresses are given. Revocation takes access tokens alone. Codes for other
  /// devices want another name for scopes, which cannot be said here.
  public static let twitch = Provider(
    "twitch", "Twitch", authorization: "https://id.twitch.tv/oauth2/authorize",
    token: "https://id.twitch.tv/oauth2/token", api: ["https://api.twitch.tv"],
    registration: RegistrationGuide(
      "https://dev.twitch.tv/console/apps/create", .localhost, "The redirect URI is called OAuth Redirect URL.")
  ) { provider, service in
    service.scopes = ["user:read:email"]
    service.dialect.request.clientAuthentication = .post
    service[.revocation] = Endpoint(known: "https://id.twitch.tv/oauth2/revoke")
    service.dialect.revocation = .accessToken
    service.dialect.answer.isLoose = true
    service.dialect.answer.errorPath = "message"
    service.dialect.refusals = [.init("Invalid refresh token", means: .grantGone)]
    service.dialect.api.headers = ["Client-Id": "{client_id}"]
    provider.identity = IdentityRule(
      "https://api.twitch.tv/helix/users", subject: "{data.0.id}", name: "{data.0.display_name}",
      handle: "{data.0.login}", email: "{data.0.email}", emailVerified: "true", picture: "{data.0.profile_image_url}")
    provider.handOver = HandOverRule(
      inspection: TokenInspectionRule(
        endpoint: Endpoint(known: "https://id.twitch.tv/oauth2/validate"), client: "client_id", placement: .bearer,
        user: "user_id", expiresIn: "expires_in", scopes: "scopes"))
  }
}
