import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// AniList, whose API is GraphQL.
  ///
  /// https://docs.anilist.co, "Authorization Code Grant". It has neither scopes nor refresh tokens; a token lives for a
  /// year.
  public static let aniList = Provider(
    "anilist", "AniList", authorization: "https://anilist.co/api/v2/oauth/authorize",
    token: "https://anilist.co/api/v2/oauth/token",
    registration: RegistrationGuide("https://anilist.co/settings/developer", .fixedPort)
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    var identity = IdentityRule(
      "https://graphql.anilist.co", subject: "{data.Viewer.id}", name: "{data.Viewer.name}",
      handle: "{data.Viewer.name}", picture: "{data.Viewer.avatar.large}")
    identity.body = #"{"query":"query { Viewer { id name avatar { large } } }"}"#
    provider.identity = identity
  }
}
