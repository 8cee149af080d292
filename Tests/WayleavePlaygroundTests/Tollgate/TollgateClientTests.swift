import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 6749 §2.3 and RFC 7523 §3: how clients authenticate at Tollgate")
struct TollgateClientTests {
  @Test(arguments: [TollgateTestClient.web, .native, .shared, .key, .other])
  func `each client is taken by the way that it registered`(client: TollgateTestClient) async throws {
    try await TestPlayground.withTollgate { playground in
      let code = try await playground.tollgateCode(client)
      #expect(try await playground.redeemTollgate(code, as: client).status == 200)
    }
  }

  /// A client, and a way of authenticating that it did not register or cannot verify.
  static let wrongWays: [(TollgateTestClient, ClientAuthenticationMethod, Secret?)] = [
    (.web, .post, TollgateTestClient.web.secret), (.web, .basic, Secret("wrong")), (.web, .publicClient, nil),
    (.service, .basic, TollgateTestClient.service.secret), (.native, .post, Secret("anything")),
    (.shared, .basic, TollgateTestClient.shared.secret),
    (.shared, .secretJWT, Secret("another-secret-of-32-bytes-and-more")),
    (.key, .publicClient, nil), (.key, .secretJWT, Secret("a-secret-that-nobody-gave-to-it-32")),
  ]

  @Test(arguments: wrongWays.indices)
  func `another way, or another secret, is invalid_client with a challenge`(index: Int) async throws {
    let (who, method, secret) = Self.wrongWays[index]
    try await TestPlayground.withTollgate { playground in
      var random = SystemRandomNumberGenerator()
      let client = try Client(id: ClientID(who.rawValue), secret: secret, authentication: method)
        .asserting(to: Issuer(playground.tollgate.issuer), at: playground.clock.now, using: &random)
      let request = try RevocationRequest(token: Secret("any"), kind: .accessToken)
        .request(to: playground.tollgate.revocationEndpoint, as: client)
      let answer = try await playground.visitor.send(request)
      #expect(answer.status == 401 && answer.oauthError == "invalid_client")
      #expect(answer.challenges.contains { $0.isScheme("Basic") })
    }
  }

  @Test func `an unknown client, none at all, and two ways at once are refused`() async throws {
    try await TestPlayground.withTollgate { playground in
      let endpoint = playground.tollgate.tokenEndpoint
      let form: Form = ["grant_type": "client_credentials"]
      let unknown = try Client(id: "nobody", secret: Secret("x")).request(posting: form, to: endpoint)
      #expect(try await playground.visitor.send(unknown).oauthError == "invalid_client")
      let nobody = RequestMessage(posting: form, to: endpoint)
      #expect(try await playground.visitor.send(nobody).oauthError == "invalid_client")
      var both = try playground.ready(.web).request(posting: form, to: endpoint)
      both.body += Array("&client_id=tollgate-web&client_secret=tollgate-web-secret-not-real".utf8)
      #expect(try await playground.visitor.send(both).oauthError == "invalid_request")
    }
  }

  private func answer(
    _ playground: TestPlayground, _ assertion: Secret
  ) async throws -> ResponseMessage {
    var form: Form = ["grant_type": "client_credentials", "client_assertion_type": ClientAssertion.type]
    form.append("client_assertion", assertion)
    return try await playground.visitor.send(RequestMessage(posting: form, to: playground.tollgate.tokenEndpoint))
  }

  private func assertion(
    _ playground: TestPlayground, issuer: String? = nil, audience: String? = nil, madeBefore age: Int64 = 0,
    additional: JSON.Object = JSON.Object(), key: JSONWebKey? = nil
  ) throws -> Secret {
    var random = SystemRandomNumberGenerator()
    let id = issuer ?? TollgateTestClient.key.rawValue
    return try JWTAssertion(
      issuer: id, subject: id, audience: audience ?? playground.tollgate.issuer.text, additional: additional
    ).sign(
      with: try key ?? TollgateTestClient.signingKey.get(), at: playground.clock.now + -age, using: &random)
  }

  @Test func `RFC 7523 §3: an assertion serves once`() async throws {
    try await TestPlayground.withTollgate { playground in
      let assertion = try assertion(playground)
      #expect(try await answer(playground, assertion).status == 200)
      #expect(try await answer(playground, assertion).oauthError == "invalid_client")
      #expect(try await answer(playground, try self.assertion(playground)).status == 200)
    }
  }

  @Test func `its audience is the issuer, its time is now, its key is the client's`() async throws {
    try await TestPlayground.withTollgate { playground in
      let issuer = playground.tollgate.issuer.text
      for audience in [playground.tollgate.tokenEndpoint.url.text, issuer + "/", "https://elsewhere.example"] {
        let refused = try await answer(playground, try assertion(playground, audience: audience))
        #expect(refused.oauthError == "invalid_client", "\(audience)")
      }
      #expect(try await answer(playground, try assertion(playground, madeBefore: 120)).oauthError == "invalid_client")
      #expect(try await answer(playground, try assertion(playground, madeBefore: -61)).oauthError == "invalid_client")
      let foreign = try assertion(playground, key: JSONWebKey.generate(for: .es256))
      #expect(try await answer(playground, foreign).oauthError == "invalid_client")
      #expect(
        try await answer(playground, try assertion(playground, issuer: "test-other")).oauthError == "invalid_client")
      #expect(try await answer(playground, try assertion(playground, madeBefore: 119)).status == 200)
    }
  }
}

@Suite("RFC 6749 §4.4: tokens of a client's own, at Tollgate")
struct TollgateClientCredentialsTests {
  private func answer(
    _ playground: TestPlayground, _ access: RequestedAccess, as client: TollgateTestClient = .service
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      ClientCredentialsGrant(access: access).request(
        to: playground.tollgate.tokenEndpoint, as: playground.ready(client)))
  }

  @Test(arguments: [TollgateTestClient.service, .key])
  func `the token is the client's own, without a refresh token`(client: TollgateTestClient) async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try TokenResponse(
        reading: try await answer(playground, RequestedAccess(scopes: ["notes.read"]), as: client))
      #expect(tokens.refreshToken == nil && tokens.idToken == nil && tokens.scopes == ["notes.read"])
      let notes = try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken)
      #expect(notes.json?["reader"]?.string == client.rawValue)
    }
  }

  @Test func `there is no user to know or to ask: scopes of APIs alone`() async throws {
    try await TestPlayground.withTollgate { playground in
      for scope in ["openid", "email", "everything"] {
        let refused = try await answer(playground, RequestedAccess(scopes: ["notes.read", scope]))
        #expect(refused.oauthError == "invalid_scope", "\(scope)")
      }
      #expect(try TokenResponse(reading: try await answer(playground, RequestedAccess())).scopes == ["notes.read"])
      let target = RequestedAccess(resources: [try ResourceIndicator("https://api.example/")])
      #expect(try await answer(playground, target).oauthError == "invalid_target")
      #expect(try await answer(playground, RequestedAccess(), as: .web).oauthError == "unauthorized_client")
    }
  }
}
