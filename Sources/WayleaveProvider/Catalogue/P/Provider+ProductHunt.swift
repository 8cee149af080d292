import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Product Hunt.
  ///
  /// https://api.producthunt.com/v2/docs, "OAuth User Authentication". The API is one GraphQL endpoint.
  public static let producthunt = Provider(
    "producthunt", "Product Hunt", authorization: "https://api.producthunt.com/v2/oauth/authorize",
    token: "https://api.producthunt.com/v2/oauth/token", api: ["https://api.producthunt.com"],
    registration: RegistrationGuide("https://www.producthunt.com/v2/oauth/applications", .ownSite)
  ) { provider, service in
    service.scopes = ["public", "private"]
    service.dialect.request.clientAuthentication = .post
    var identity = IdentityRule(
      "https://api.producthunt.com/v2/api/graphql", subject: "{data.viewer.user.id}", name: "{data.viewer.user.name}",
      handle: "{data.viewer.user.username}", picture: "{data.viewer.user.profileImage}")
    identity.body = #"{"query":"{ viewer { user { id name username profileImage } } }"}"#
    provider.identity = identity
  }
}
