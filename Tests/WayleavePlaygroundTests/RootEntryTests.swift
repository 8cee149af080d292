import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleavePlayground

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

  static let methods: [(method: HTTPRequest.Method, entry: String, path: String, status: Int, allow: String?)] = [
    (.get, "foursquare", "api.foursquare.com/v3/places", 404, nil),
    (.delete, "foursquare", "api.foursquare.com/v2/users/self", 405, "GET"),
    (.post, "foursquare", "foursquare.com/oauth2/authenticate", 405, "GET"),
    (.put, "foursquare", "foursquare.com/oauth2/access_token", 405, "POST, GET"),
    (.get, "twitter", "api.x.com/2/users/me", 404, nil),
    (.get, "twitter", "api.twitter.com/oauth/request_token", 405, "POST"),
    (.post, "twitter", "api.twitter.com/1.1/account/verify_credentials.json", 405, "GET"),
  ]

  @Test(arguments: methods)
  func `other paths and other methods are refused below entries as well`(
    row: (method: HTTPRequest.Method, entry: String, path: String, status: Int, allow: String?)
  ) async throws {
    try await TestPlayground.with { playground in
      let answer = try await playground.ask(row.method, row.entry, row.path)
      #expect(answer.status == row.status && answer.head.headerFields[.allow] == row.allow)
    }
  }

  static let clients: [(id: ClientID, secret: String?, method: ClientAuthenticationMethod?, word: String)] = [
    ("wayleave-demo", "playground-secret-not-real", .post, "invalid_grant"),
    ("wayleave-demo", "playground-secret-not-real", .basic, "invalid_grant"),
    ("wayleave-demo", "wrong", .post, "invalid_client"), ("wayleave-demo", nil, nil, "invalid_client"),
    ("public", nil, nil, "invalid_grant"), ("public", TestPlayground.entrySecret, .basic, "invalid_client"),
    ("public", TestPlayground.entrySecret, .post, "invalid_client"),
    ("playground-client", "own-secret", .basic, "invalid_grant"),
    ("playground-client", TestPlayground.entrySecret, .basic, "invalid_client"),
  ]

  @Test(arguments: clients, [true, false])
  func `a client is verified by what it registered, whichever is the first`(
    row: (id: ClientID, secret: String?, method: ClientAuthenticationMethod?, word: String), isPublicFirst: Bool
  ) async throws {
    try await TestPlayground.with {
      $0.clients.append(
        PlaygroundClient(id: "playground-client", name: "Third", secret: Secret("own-secret"), registered: []))
      if isPublicFirst { $0.clients.reverse() }
      if isPublicFirst { $0.clients.swapAt(0, 1) }
      #expect(($0.clients[0].secret == nil) == isPublicFirst)
    } _: { playground in
      let client = try Client(id: row.id, secret: row.secret.map { Secret($0) }, authentication: row.method)
      #expect(try await playground.redeem(Secret("none"), as: client).oauthError == row.word)
    }
  }

  @Test func `an address at the root has the query of the real one, so Twitter tells the email address`() async throws {
    try await TestPlayground.with { playground in
      let play = try EntryPlay(Twitter.atRoot(PlaygroundConfiguration()), in: playground.base)
      let address = try #require(play.moved.identity?.endpoint?.url.text)
      #expect(
        address == playground.base + "/1.1/account/verify_credentials.json?include_email=true&skip_status=true")
      let answer = try await playground.visitor.send(playground.signed(playground.twitterToken(), .get, address)).json
      #expect(answer?["email"]?.string == "ada.fenwick@example.com")
      #expect(answer?["status"] == nil)
    }
  }

  @Test func `Twitter remembers ten thousand grants at the root, and everything else a thousand`() throws {
    let (configuration, now) = (try PlaygroundConfiguration(), Instant(secondsSinceEpoch: 1_795_000_000))
    let base = "http://127.0.0.1:8080"
    let below = try #require(EntryPlay(named: "twitter", in: base, depths: .all))
    for (play, capacity) in [
      (try EntryPlay(Twitter.atRoot(configuration), in: base), 10_000),
      (try EntryPlay(Foursquare.atRoot(configuration), in: base), 1000), (below, 1000),
    ] {
      let first = play.issued.begin(EntryGrant(person: TestPlayground.ada))
      for _ in 1..<capacity { _ = play.issued.begin(EntryGrant(person: TestPlayground.ada)) }
      #expect(play.issued.grant(first, at: now) != nil)
      _ = play.issued.begin(EntryGrant(person: TestPlayground.ada))
      #expect(play.issued.grant(first, at: now) == nil)
    }
  }

  @Test(arguments: TokenEnding.allCases)
  func `a removed app was never allowed, by those who removed it; no other ending forgets a consent`(
    reason: TokenEnding
  ) throws {
    let play = try #require(EntryPlay(named: "foursquare", in: "http://127.0.0.1:8080", depths: .all))
    let (ada, other) = (TestPlayground.ada, PlaygroundPerson.residents[1])
    for person in [ada, other] {
      _ = play.issued.begin(EntryGrant(person: person))
      play.consents.remember(play.client.id, by: person)
    }
    play.end(reason) { $0.person == ada }
    #expect(play.consents.contain(play.client.id, by: ada) == (reason != .appRemoved))
    #expect(play.consents.contain(play.client.id, by: other))
    // All of them: also who has allowed it without a token that lives.
    play.consents.remember(play.client.id, by: ada)
    play.end(reason)
    for person in [ada, other] {
      #expect(play.consents.contain(play.client.id, by: person) == (reason != .appRemoved))
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
