import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Linear.
  ///
  /// https://linear.app/developers, "OAuth 2.0 authentication". Scopes have commas, and came back as a list once. The
  /// API is one GraphQL endpoint.
  public static let linear = Provider(
    "linear", "Linear", authorization: "https://linear.app/oauth/authorize",
    token: "https://api.linear.app/oauth/token", api: ["https://api.linear.app"],
    registration: RegistrationGuide(
      "https://linear.app/settings/api/applications/new", .fixedPort, "The redirect URI is called Callback URL.")
  ) { provider, service in
    service[.revocation] = Endpoint(known: "https://api.linear.app/oauth/revoke")
    service.scopes = ["read"]
    service.dialect.scopeSeparator = ","
    service.dialect.request.clientAuthentication = .post
    service.dialect.authorization.supportsPKCE = false
    service.dialect.answer.isLoose = true
    var identity = IdentityRule(
      "https://api.linear.app/graphql", subject: "{data.viewer.id}", name: "{data.viewer.name}",
      handle: "{data.viewer.displayName}", email: "{data.viewer.email}", picture: "{data.viewer.avatarUrl}")
    identity.body = #"{"query":"{ viewer { id name displayName email avatarUrl } }"}"#
    provider.identity = identity
  }
}
