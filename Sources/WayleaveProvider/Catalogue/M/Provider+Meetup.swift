import WayleaveOAuth2
import WayleaveWire

extension Provider {
  /// Meetup, whose API is GraphQL.
  ///
  /// https://www.meetup.com/api, "Authentication". Clients are for members of Meetup Pro.
  public static let meetup = Provider(
    "meetup", "Meetup", authorization: "https://secure.meetup.com/oauth2/authorize",
    token: "https://secure.meetup.com/oauth2/access",
    registration: RegistrationGuide(
      "https://www.meetup.com/api/oauth/list/", .fixedPort, "You need a subscription to Meetup Pro.")
  ) { provider, service in
    service.dialect.request.clientAuthentication = .post
    var identity = IdentityRule(
      "https://api.meetup.com/gql-ext", subject: "{data.self.id}", name: "{data.self.name}")
    identity.body = #"{"query":"query { self { id name } }"}"#
    provider.identity = identity
  }
}
