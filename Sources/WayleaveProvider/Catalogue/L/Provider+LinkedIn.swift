import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// LinkedIn, by the product "Sign In with LinkedIn using OpenID Connect".
  ///
  /// https://learn.microsoft.com, "Sign In with LinkedIn using OpenID Connect". Its ID tokens leave out the nonce, so
  /// that the user is read from UserInfo. Web clients and PKCE do not go together.
  public static let linkedin = Provider(
    "linkedin", "LinkedIn", authorization: "https://www.linkedin.com/oauth/v2/authorization",
    token: "https://www.linkedin.com/oauth/v2/accessToken", api: ["https://api.linkedin.com"],
    registration: RegistrationGuide(
      "https://www.linkedin.com/developers/apps", .localhost,
      "Add the product Sign In with LinkedIn using OpenID Connect. Enter the redirect URI under Auth.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://www.linkedin.com/oauth/v2/revoke")
    service[.introspection] = Endpoint(known: "https://www.linkedin.com/oauth/v2/introspectToken")
    service.scopes = ["openid", "profile", "email"]
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    // The answer names the scopes with commas or spaces, and once named no type.
    service.dialect.answer.defaultTokenType = "Bearer"
    service.dialect.answer.scopeSeparator = ","
    provider.identity = IdentityRule(
      "https://api.linkedin.com/v2/userinfo", subject: "{sub}", name: "{name}", email: "{email}",
      emailVerified: "{email_verified}", picture: "{picture}")
  }
}
