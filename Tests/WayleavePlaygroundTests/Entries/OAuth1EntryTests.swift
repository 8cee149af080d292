import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 5849 §2: the page of each entry of OAuth 1.0a")
struct OAuth1EntryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let entry: String
    let endpoint: String
    let page: String
    var additional: Form = [:]

    var testDescription: String { entry }
  }

  static let rows = [
    Row(entry: "discogs", endpoint: "api.discogs.com/oauth/request_token", page: "www.discogs.com/oauth/authorize"),
    Row(
      entry: "flickr", endpoint: "www.flickr.com/services/oauth/request_token",
      page: "www.flickr.com/services/oauth/authorize", additional: ["perms": "read"]),
    Row(entry: "twitter", endpoint: "api.twitter.com/oauth/request_token", page: "api.twitter.com/oauth/authorize"),
  ]

  /// The page of a new temporary credential, where the person is asked.
  private func page(
    of row: Row, _ callback: TemporaryCredentialRequest.Callback, _ playground: TestPlayground
  ) async throws -> (url: String, token: Secret, consent: ResponseMessage) {
    let consumer = try ConsumerCredential(
      key: TestPlayground.entryClient, secret: Secret(TestPlayground.entrySecret))
    let request = try TemporaryCredentialRequest(callback: callback).request(
      to: Endpoint(playground.address(row.entry, row.endpoint)), as: consumer, stamp: playground.stamp())
    let temporary = try TemporaryCredentialResponse(reading: try await playground.visitor.send(request)).credential
    let url = try ResourceOwnerAuthorizationRequest(token: temporary.token, additional: row.additional)
      .url(at: Endpoint(playground.address(row.entry, row.page))).text
    return (url, temporary.token, try await playground.signIn(try await playground.visitor.open(url)))
  }

  @Test(arguments: rows)
  func `a denial names the temporary credential, which is then gone`(_ row: Row) async throws {
    try await TestPlayground.with { playground in
      let (url, token, consent) = try await page(of: row, .url(AbsoluteURL(TestPlayground.callback)), playground)
      #expect(consent.isConsentPage)
      let denied = try await playground.visitor.submit(consent, ["decision": "deny"])
      #expect(try denied.callback == ["denied": token.exposedText])
      #expect(try await playground.visitor.open(url).status == 401)
    }
  }

  @Test(
    arguments: [
      ("tripit", "api.tripit.com/oauth/request_token", "www.tripit.com/oauth/authorize"),
      (
        "garmin", "connectapi.garmin.com/oauth-service/oauth/request_token", "connect.garmin.com/oauthConfirm"
      ),
    ], [(TestPlayground.callback, true), ("https://attacker.example/callback", false)])
  func `a callback that comes with the user must be registered as well`(
    entry: (name: String, endpoint: String, page: String), callback: (url: String, isTaken: Bool)
  ) async throws {
    try await TestPlayground.with { playground in
      let consumer = try ConsumerCredential(
        key: TestPlayground.entryClient, secret: Secret(TestPlayground.entrySecret))
      let request = try TemporaryCredentialRequest(callback: .outOfBand).request(
        to: Endpoint(playground.address(entry.name, entry.endpoint)), as: consumer, stamp: playground.stamp())
      let answer = try await playground.visitor.send(request)
      // TripIt confirms nothing, and its entry says so.
      let confirms = try Form(decoding: answer.body).contains("oauth_callback_confirmed")
      #expect(confirms == (entry.name != "tripit"))
      let temporary = try TemporaryCredentialResponse(
        reading: answer, answering: request, by: .commonOAuth1, isConfirmationOptional: !confirms
      ).credential
      let url = try ResourceOwnerAuthorizationRequest(
        token: temporary.token, additional: ["oauth_callback": callback.url]
      ).url(at: Endpoint(playground.address(entry.name, entry.page))).text
      let page = try await playground.visitor.open(url)
      #expect(page.isSignInPage == callback.isTaken && page.status == (callback.isTaken ? 200 : 400))
    }
  }

  @Test func `the consumer of the entry twitter has reverse auth, as the entry says, and no passwords`() async throws {
    try await TestPlayground.withEntries { playground in
      let consumer = try ConsumerCredential(
        key: TestPlayground.entryClient, secret: Secret(TestPlayground.entrySecret))
      let begin = try Endpoint(playground.address("twitter", "api.twitter.com/oauth/request_token"))
      let finish = try Endpoint(playground.address("twitter", "api.twitter.com/oauth/access_token"))
      let request = try TemporaryCredentialRequest(callback: .url(AbsoluteURL(TestPlayground.callback))).request(
        to: begin, as: consumer, stamp: playground.stamp())
      let temporary = try TemporaryCredentialResponse(reading: try await playground.visitor.send(request)).credential
      let page = try Endpoint(playground.address("twitter", "api.twitter.com/oauth/authorize"))
      let url = try ResourceOwnerAuthorizationRequest(token: temporary.token).url(at: page).text
      let callback = try await playground.visitor.open(url, following: false).callback
      let exchange = try TokenCredentialRequest(
        temporary: temporary, verifier: try callback.text(of: "oauth_verifier").map { Secret($0) }
      ).request(to: finish, as: consumer, stamp: playground.stamp())
      let account = try TokenCredentialResponse(reading: try await playground.visitor.send(exchange)).credential
      let asked = try ReverseAuthRequest().request(to: begin, as: consumer, stamp: playground.stamp())
      let parameters = try ReverseAuthParameters(reading: try await playground.visitor.send(asked), for: consumer)
      let grant = try ReverseAuthGrant(parameters).request(
        to: finish, as: consumer, token: account, stamp: playground.stamp())
      let answer = try await playground.visitor.send(grant)
      #expect(try TokenCredentialResponse(reading: answer).credential.token != account.token)
      let form: Form = ["x_auth_mode": "client_auth", "x_auth_username": "adafenwick", "x_auth_password": "open-gate"]
      let password = try RequestSigner(consumer: consumer)
        .sign(RequestMessage(posting: form, to: finish), stamp: playground.stamp())
      #expect(ProviderRefusal(reading: try await playground.visitor.send(password)).error == "87")
    }
  }

  @Test(arguments: rows)
  func `without a callback the person sees a PIN of seven digits`(_ row: Row) async throws {
    try await TestPlayground.with { playground in
      let (url, _, consent) = try await page(of: row, .outOfBand, playground)
      let shown = try await playground.visitor.submit(consent, ["decision": "allow"])
      #expect(shown.text.contains(/<code id="pin">[0-9]{7}<\/code>/))
      #expect(try await playground.visitor.open(url).status == 401)
    }
  }
}
