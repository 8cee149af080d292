import HTTPTypes
import Testing
import WayleaveAsyncHTTPClient
import WayleaveOAuth2
import WayleavePlayground
import WayleaveResourceServer
import WayleaveWire

@Suite("RFC 7662 and RFC 8707: an API of one's own on this machine trusts Tollgate")
struct OwnAPITests {
  private static let url = "http://127.0.0.1:1/notes"

  private func resource(at playground: TestPlayground) throws -> ProtectedResource {
    try ProtectedResource(
      AbsoluteURL(Self.url),
      trusting: [.introspecting(playground.tollgate.issuer, as: TollgateTestClient.api.client())],
      over: AsyncHTTPClientTransport(proxy: .none), now: { playground.clock.now })
  }

  private func request(_ token: Secret) throws -> HTTPRequest {
    var request = RequestMessage(.get, to: try AbsoluteURL(Self.url))
    try request.authorize(with: token, dialect: OAuth2Dialect())
    return request.head
  }

  private func refusal(of request: HTTPRequest, by api: ProtectedResource) async -> RefusedRequest? {
    do throws(RefusedRequest) {
      _ = try await api.check(request)
      return nil
    } catch { return error }
  }

  @Test func `a token that was issued for it opens it; one for another API, and what is no access token, do not`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let api = try resource(at: playground)
      let own = try await playground.tollgateTokens(.web, ["resource": Self.url])
      let caller = try await api.check(request(own.accessToken), scopes: ["notes.read"])
      #expect(caller.clientID == "tollgate-web" && caller.subject != nil && caller.verification == .introspection)
      let other = try await playground.tollgateTokens(.web, ["resource": playground.tollgate.notesEndpoint.url.text])
      for token in [other.accessToken, own.refreshToken, own.idToken, Secret("made-up")] {
        let refused = await refusal(of: try request(#require(token)), by: api)
        #expect(refused?.response.status == .unauthorized && refused?.challenge?.failure == .invalidToken)
      }
      // Of the playground's own APIs it opens none.
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: own.accessToken).status == 401)
    }
  }
}
