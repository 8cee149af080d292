import HTTPTypes
import Testing
import WayleaveOAuth1
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
