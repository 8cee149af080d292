import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("Foursquare's API, in its own words")
struct FoursquareAPITests {
  @Test func `the user and the friends come in the envelope`() async throws {
    try await TestPlayground.with { playground in
      let token = try playground.token(of: try await playground.redeem(try await playground.code())).accessToken
      let user = try await playground.user(token).json
      #expect(user?.object?.members.map(\.name) == ["meta", "notifications", "response"])
      #expect(user?.value(at: "meta.code")?.integer == 200)
      #expect(user?.value(at: "response.user.firstName")?.string == "Ada")
      #expect(user?.value(at: "response.user.contact.email")?.string == "ada.fenwick@example.com")
      let query: Form = ["oauth_token": token.exposedText, "v": "20261120"]
      let url = try AbsoluteURL(playground.running.foursquare.friendsEndpoint.url.text(adding: query))
      let friends = try await playground.visitor.send(RequestMessage(.get, to: url)).json
      #expect(friends?.value(at: "response.friends.items.1.lastName")?.string == "Łukasik")
    }
  }

  @Test(arguments: [
    (
      "?v=20261120", 400, "invalid_auth",
      "Missing access credentials. See https://developer.foursquare.com/docs/api/configuration/authentication for details."
    ),
    ("?oauth_token=wrong&v=20261120", 401, "invalid_auth", "OAuth token invalid or revoked."),
    (
      "?oauth_token=TOKEN", 410, "param_error",
      "The Foursquare API no longer supports requests that do not pass in a version parameter. For more details see https://developer.foursquare.com/overview/versioning"
    ),
    ("?oauth_token=TOKEN&v=2026-11-20", 400, "param_error", nil),
    ("?oauth_token=TOKEN&v=20261320", 400, "param_error", nil),
    ("?oauth_token=TOKEN&oauth_token=TOKEN&v=20261120", 400, "invalid_auth", nil),
  ])
  func `a request that lacks something is refused as the real one does`(
    query: String, status: Int, type: String, detail: String?
  ) async throws {
    try await TestPlayground.with { playground in
      let token = try playground.token(of: try await playground.redeem(try await playground.code())).accessToken
      let query = query.replacing("TOKEN", with: token.exposedText)
      let url = try AbsoluteURL(playground.running.foursquare.userEndpoint.url.text + query)
      let response = try await playground.visitor.send(RequestMessage(.get, to: url))
      #expect(response.status == status)
      #expect(response.json?.value(at: "meta.code")?.integer == Int64(status))
      #expect(response.json?.value(at: "meta.errorType")?.string == type)
      if let detail { #expect(response.json?.value(at: "meta.errorDetail")?.string == detail) }
    }
  }

  @Test func `an endpoint that does not exist is reported in the envelope`() async throws {
    try await TestPlayground.with { playground in
      let url = try AbsoluteURL(playground.base + "/v2/venues/nowhere")
      let response = try await playground.visitor.send(RequestMessage(.get, to: url))
      #expect(response.status == 404)
      #expect(response.json?.value(at: "meta.errorType")?.string == "endpoint_error")
    }
  }
}
