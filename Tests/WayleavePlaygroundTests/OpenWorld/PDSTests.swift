import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("AT Protocol, OAuth, Identity Authentication: who the people of the playground are")
struct PDSIdentityTests {
  @Test func `handle, DID and document lead to one another, for every person`() async throws {
    try await TestPlayground.with { playground in
      for handle in ["adafenwick.test", "ravioduya.test", "zoe-lukasik.test"] {
        let asked = playground.base + "/xrpc/com.atproto.identity.resolveHandle?handle=" + handle
        let did = try #require(try await playground.visitor.open(asked).json?["did"]?.string)
        #expect(try await playground.visitor.open(playground.base + "/pds/handles/" + handle).text == did)
        let document = try await playground.visitor.open(playground.base + "/pds/plc/" + did).json
        #expect(document?["id"]?.string == did)
        // The one by web has none, which a client would look up elsewhere.
        let claimed: JSON = did.hasPrefix("did:web:") ? [] : [.string("at://" + handle)]
        #expect(document?["alsoKnownAs"] == claimed)
        // The AT Protocol SDK refuses an account without a key.
        #expect(document?.value(at: "verificationMethod.0.id")?.string == did + "#atproto")
        #expect(document?.value(at: "service.0.serviceEndpoint")?.string == playground.base)
      }
      let nobody = playground.base + "/xrpc/com.atproto.identity.resolveHandle?handle=nobody.test"
      #expect(try await playground.visitor.open(nobody).status == 400)
      #expect(try await playground.visitor.open(playground.base + "/pds/plc/did:plc:nobody").status == 404)
    }
  }

  @Test func `did:web names a port of localhost, which has the document, and did:plc has 24 characters of base 32`()
    async throws
  {
    try await TestPlayground.with { playground in
      let web = try await playground.visitor.open(playground.base + "/.well-known/atproto-did").text
      #expect(web == "did:web:localhost%3A\(playground.running.port)")
      #expect(try await playground.visitor.open(playground.base + "/pds/handles/adafenwick.test").text == web)
      let plc = try await playground.visitor.open(playground.base + "/pds/handles/zoe-lukasik.test").text
      #expect(try /did:plc:[a-z2-7]{24}/.wholeMatch(in: plc) != nil)
      // The document of an origin cannot be that of a tenant.
      let tenant = try await playground.tenant("lane")
      #expect(try await tenant.visitor.open(tenant.base + "/pds/handles/adafenwick.test").text.hasPrefix("did:plc:"))
    }
  }

  @Test func `by the name localhost there is the document alone`() async throws {
    let tenants = try Tenants(configuration: try PlaygroundConfiguration())
    tenants.open(port: 8080)
    func answer(_ path: String) async throws -> ResponseMessage {
      await tenants.answer(RequestMessage(.get, to: try AbsoluteURL("http://localhost:8080\(path)")))
    }
    let document = try await answer("/.well-known/did.json")
    #expect(document.status == 200 && document.json?["id"] == "did:web:localhost%3A8080")
    #expect(document.json?.value(at: "service.0.serviceEndpoint") == "http://127.0.0.1:8080")
    for path in ["/", "/.well-known/atproto-did", "/t/a/.well-known/did.json", "/xrpc/com.atproto.server.getSession"] {
      #expect(try await answer(path).head.status == .misdirectedRequest, "\(path)")
    }
  }

  @Test func `Server Metadata: the origin says that it is a PDS and its server, when it is to be one`() async throws {
    try await TestPlayground.with { playground in
      let resource = playground.base + "/.well-known/oauth-protected-resource"
      let server = playground.base + "/.well-known/oauth-authorization-server"
      for address in [resource, server] { #expect(try await playground.visitor.open(address).status == 404) }
      try await playground.take(.originIsPDS)
      let origin = try AbsoluteURL(playground.base)
      let named = try ProtectedResourceMetadata(reading: try await playground.visitor.open(resource), for: origin)
      #expect(named.authorizationServers.map(\.text) == [playground.base])
      let metadata = try AuthorizationServerMetadata(reading: try await playground.visitor.open(server), for: origin)
      #expect(metadata.requiresPushedRequests && metadata.sendsIssuerInCallback && metadata.supportsS256 == true)
      let token = try playground.pds(.token)
      #expect(metadata.raw["dpop_signing_alg_values_supported"] == ["ES256"] && metadata.tokenEndpoint == token)
      #expect(metadata.raw["client_id_metadata_document_supported"] == true)
      #expect(metadata.raw["scopes_supported"]?.array?.contains("atproto") == true)
      try await playground.take(.originIsPDS, .otherIssuer)
      let other = try await playground.visitor.open(resource).json
      #expect(other?["authorization_servers"] == ["https://elsewhere.invalid"])
    }
  }
}

@Suite("AT Protocol, OAuth: the personal data server")
struct PDSTests {
  @Test func `§ Localhost Client Development: it pushes, and gets a token for the DID of its user`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let pushed = try await playground.pushAtPDS(
        proving: TestProof(key: key, nonce: try await playground.pdsNonce(key)))
      #expect(pushed.status == 201)
      let callback = try await playground.takeAtPDS(pushed)
      #expect(try callback.text(of: "iss") == playground.base && callback.text(of: "state") == "s t&ate")
      let answer = try await playground.redeemAtPDS(
        Secret(try callback.text(of: "code") ?? ""),
        proving: TestProof(key: key, nonce: try await playground.pdsNonce(key)))
      let did = try await playground.visitor.open(playground.base + "/pds/handles/adafenwick.test").text
      #expect(answer.status == 200 && answer.json?["sub"]?.string == did)
      let tokens = try TokenResponse(reading: answer, accepting: [.dpop])
      #expect(tokens.scopes == ["atproto", "transition:generic"] && tokens.refreshToken != nil)

      let session = try playground.pds(.session)
      let first = try await playground.ask(session, with: tokens.accessToken, proving: TestProof(key: key))
      #expect(first.status == 401 && first.challengeError == "use_dpop_nonce")
      let nonce = try #require(first.proofNonce)
      let told = try await playground.ask(session, with: tokens.accessToken, proving: TestProof(key: key, nonce: nonce))
      #expect(told.status == 200 && told.json?["did"]?.string == did)
      #expect(told.json?["handle"] == "adafenwick.test" && told.json?["email"] == nil)
      // Its token is for its API alone, and needs its key there.
      #expect(try await playground.ask(session, with: tokens.accessToken).status == 401)
      let notes = try await playground.ask(
        playground.tollgate.notesEndpoint, with: tokens.accessToken, proving: TestProof(key: key))
      #expect(notes.status == 401)
    }
  }

  @Test func `§ Demonstrating Proof of Possession: a nonce with each answer, of server and API apart`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let tokens = try TokenResponse(reading: try await playground.pdsAnswer(key), accepting: [.dpop])
      let session = try playground.pds(.session)
      func ask(_ nonce: String?) async throws -> ResponseMessage {
        try await playground.ask(session, with: tokens.accessToken, proving: TestProof(key: key, nonce: nonce))
      }
      let first = try #require(try await ask(nil).proofNonce)
      let second = try #require(try await ask(first).proofNonce)
      #expect(second != first)
      // Both are good: two requests may be on their way.
      for nonce in [first, second] { #expect(try await ask(nonce).status == 200) }
      #expect(try await ask(try await playground.pdsNonce(key)).challengeError == "use_dpop_nonce")
      #expect(try await playground.visitor.open(session.url.text).proofNonce != nil)
      let old = try await playground.pdsNonce(key)
      for (seconds, word) in [(299, "invalid_grant"), (1, "use_dpop_nonce")] as [(Int64, String)] {
        playground.clock.advance(by: seconds)
        let answer = try await playground.refreshAtPDS(Secret("none"), proving: TestProof(key: key, nonce: old))
        #expect(answer.status == 400 && answer.oauthError == word)
      }
    }
  }

  @Test func `§ Tokens and Session Lifetime: a refresh token is good once, with its key`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let tokens = try TokenResponse(reading: try await playground.pdsAnswer(key), accepting: [.dpop])
      let refresh = try #require(tokens.refreshToken)
      func answer(_ key: DPoPKey) async throws -> ResponseMessage {
        try await playground.refreshAtPDS(
          refresh, proving: TestProof(key: key, nonce: try await playground.pdsNonce(key)))
      }
      #expect(try await playground.refreshAtPDS(refresh, proving: nil).oauthError == "invalid_dpop_proof")
      #expect(try await answer(try DPoPKey.generate()).oauthError == "invalid_grant")
      let renewed = try await answer(key)
      #expect(renewed.status == 200 && renewed.json?["sub"]?.string?.hasPrefix("did:") == true)
      #expect(try await answer(key).oauthError == "invalid_grant")
    }
  }

  /// What is changed in a sound push, and the word of the refusal.
  static let refusals: [(changes: [String: String?], id: String?, word: String?)] = [
    ([:], nil, nil), (["redirect_uri": "http://[::1]:1/"], "http://localhost", nil),
    (["scope": "transition:generic"], nil, "invalid_scope"), (["scope": nil], nil, "invalid_scope"),
    (["scope": "atproto transition:email"], nil, "invalid_scope"), (["scope": "atproto openid"], nil, "invalid_scope"),
    (["code_challenge": nil, "code_challenge_method": nil], nil, "invalid_request"),
    (["redirect_uri": "http://127.0.0.1:1/other"], nil, "invalid_request"),
    ([:], "http://localhost:8080", "invalid_client"), ([:], "http://localhost/app", "invalid_client"),
    ([:], "https://localhost", "invalid_client"), ([:], "http://localhost?name=x", "invalid_client"),
    ([:], "http://localhost?redirect_uri=http%3A%2F%2Flocalhost%2Fcallback", "invalid_client"),
    ([:], "http://localhost?redirect_uri=https%3A%2F%2Fapp.example%2F", "invalid_client"),
    ([:], "tollgate-native", "invalid_client"),
  ]

  @Test(arguments: refusals.indices)
  func `Localhost Client Development: the id says what may be asked, and nothing else is taken`(index: Int) async throws
  {
    let (changes, id, word) = Self.refusals[index]
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      var changes = changes
      if id != nil, changes["scope"] == nil { changes["scope"] = "atproto" }
      let answer = try await playground.pushAtPDS(
        changes, as: id ?? TestPlayground.localhostID,
        proving: TestProof(key: key, nonce: try await playground.pdsNonce(key)))
      #expect(answer.oauthError == word && (answer.status == 201) == (word == nil))
    }
  }

  @Test func `what is not pushed, or pushed without a proof, is refused, and Tollgate does not know the id`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      #expect(try await playground.pushAtPDS(proving: nil).oauthError == "invalid_dpop_proof")
      let plain = try playground.tollgateParameters(
        ["client_id": TestPlayground.localhostID, "scope": "atproto", "nonce": nil])
      let direct = try await playground.visitor.open(playground.pds(.authorize).url.text(adding: plain)).callback
      #expect(try direct.text(of: "error") == "invalid_request" && direct.text(of: "iss") == playground.base)
      let elsewhere = playground.tollgate.authorizationEndpoint.url.text(adding: plain)
      #expect(try await playground.visitor.open(elsewhere).status == 400)
    }
  }

  @Test func `the page has the handle of the person who was hinted at, by handle or DID`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let did = try await playground.visitor.open(playground.base + "/pds/handles/ravioduya.test").text
      for hint in ["ravioduya.test", did] {
        let key = try DPoPKey.generate()
        let pushed = try PushedAuthorizationResponse(
          reading: try await playground.pushAtPDS(
            ["login_hint": hint], proving: TestProof(key: key, nonce: try await playground.pdsNonce(key))))
        let page = try await playground.visitor.open(
          try pushed.url(at: playground.pds(.authorize), clientID: ClientID(TestPlayground.localhostID)).text)
        #expect(page.isSignInPage && page.text.contains("value=\"ravioduya\""), "\(hint)")
      }
    }
  }

  @Test func `ways: another subject, no scope atproto, no nonce`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      try await playground.take(.otherSubject)
      let ravi = try await playground.visitor.open(playground.base + "/pds/handles/ravioduya.test").text
      #expect(try await playground.pdsAnswer(key).json?["sub"]?.string == ravi)
      try await playground.take(.noATProto)
      #expect(try await playground.pdsAnswer(key).json?["scope"] == "transition:generic")
      let rule: JSON = ["path": "/xrpc/com.atproto.server.getSession", "effect": "way", "value": "no-nonce"]
      try await playground.script(rule)
      #expect(try await playground.visitor.open(playground.pds(.session).url.text).proofNonce == nil)
      #expect(try await playground.pdsNonce(key).isEmpty == false)
    }
  }
}
