import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("Foursquare and Twitter at the root and below /entries: the same words, and nothing in common")
struct RootEntryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let place: String
    let status: Int
    let word: String

    var testDescription: String { path }
  }

  static let rows = [
    Row(
      path: "/v2/users/self?v=20261120", place: "/entries/foursquare/api.foursquare.com", status: 400,
      word: "invalid_auth"),
    Row(
      path: "/v2/venues/nowhere", place: "/entries/foursquare/api.foursquare.com", status: 404, word: "endpoint_error"),
    Row(
      path: "/oauth2/authorize?client_id=x", place: "/entries/foursquare/foursquare.com", status: 400,
      word: "unknown_client"),
    Row(
      path: "/1.1/account/verify_credentials.json", place: "/entries/twitter/api.twitter.com", status: 400,
      word: "\"code\":215"),
    Row(path: "/1.1/nothing.json", place: "/entries/twitter/api.twitter.com", status: 404, word: "\"code\":34"),
    Row(
      path: "/oauth/authorize?oauth_token=x", place: "/entries/twitter/api.twitter.com", status: 401,
      word: "unknown_request_token"),
  ]

  @Test(arguments: rows)
  func `a request is refused in the same words at both places`(_ row: Row) async throws {
    try await TestPlayground.with { playground in
      for place in ["", row.place] {
        let url = try AbsoluteURL(playground.base + place + row.path)
        let answer = try await playground.visitor.send(RequestMessage(.get, to: url))
        #expect(answer.status == row.status && answer.text.contains(row.word), "\(place): \(answer.text)")
      }
    }
  }

  @Test func `a client and a token of the one place are unknown at the other`() async throws {
    try await TestPlayground.with { playground in
      let token = try playground.token(of: try await playground.redeem(try await playground.code())).accessToken
      let user = try AbsoluteURL(playground.address("foursquare", "api.foursquare.com/v2/users/self"))
      let query: Form = ["oauth_token": token.exposedText, "v": "20261120"]
      let answer = try await playground.visitor.send(RequestMessage(.get, to: AbsoluteURL(user.text(adding: query))))
      #expect(answer.status == 401)
      for (path, client) in [
        ("/oauth2/authenticate", TestPlayground.entryClient),
        ("/entries/foursquare/foursquare.com/oauth2/authenticate", "wayleave-demo"),
      ] {
        let url = playground.authorizationURL(path, ["client_id": client])
        #expect(try await playground.visitor.open(url).status == 400)
      }
      #expect(try await playground.user(token).status == 200)
    }
  }
}
