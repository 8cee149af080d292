import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Etsy.
  ///
  /// https://developers.etsy.com, "Authentication". PKCE is needed, and the client has no secret; each call names it
  /// as `x-api-key`. Who the user is takes two requests.
  public static let etsy = Provider(
    "etsy", "Etsy", authorization: "https://www.etsy.com/oauth/connect",
    token: "https://api.etsy.com/v3/public/oauth/token", api: ["https://api.etsy.com", "https://openapi.etsy.com"],
    registration: RegistrationGuide(
      "https://www.etsy.com/developers/your-apps", .ownSite, "The keystring is the client id.")
  ) { provider, service in
    service.scopes = ["shops_r", "email_r"]
    service.dialect.request.clientAuthentication = .publicClient
    service.dialect.api.headers = ["x-api-key": "{client_id}"]
    var identity = IdentityRule(
      "https://openapi.etsy.com/v3/application/users/me", subject: "{user_id}",
      name: "{user.first_name} {user.last_name}", email: "{user.primary_email}", picture: "{user.image_url_75x75}")
    identity.requests = [
      IdentityRequest(Endpoint(known: "https://openapi.etsy.com/v3/application/users/{user_id}"), name: "user")
    ]
    provider.identity = identity
  }
}
