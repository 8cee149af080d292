import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("RFC 9728 §3 and §5, and what real servers do in place of it")
struct TollgateMetadataWayTests {
  @Test func `root-metadata: the root alone has it, and the challenge does not say so`() async throws {
    try await TestPlayground.withTollgate { playground in
      #expect(try await playground.toolsMetadata(atRoot: true).status == 404)
      try await playground.take(.rootMetadata)
      let refused = try await playground.tools(TestPlayground.message("ping"))
      #expect(refused.status == 401 && refused.challenges.allSatisfy { $0["resource_metadata"] == nil })
      #expect(try await playground.toolsMetadata().status == 404)
      let root = try await playground.toolsMetadata(atRoot: true)
      #expect(root.status == 200 && root.json?["resource"]?.string == playground.tollgate.toolsEndpoint.url.text)
    }
  }

  @Test func `no-challenge and other-scheme-first: 401 says nothing, or first something else`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.noChallenge)
      let silent = try await playground.tools(TestPlayground.message("ping"))
      #expect(silent.status == 401 && silent.head.headerFields[values: .wwwAuthenticate].isEmpty)
      #expect(try await playground.toolsMetadata().status == 200)
      try await playground.take(.otherSchemeFirst)
      let other = try await playground.tools(TestPlayground.message("ping"))
      #expect(other.challenges.first?.isScheme("Negotiate") == true)
      #expect(ResourceChallenge(reading: other)?.resourceMetadata != nil)
    }
  }

  @Test func `open-initialize: the first message is taken, and the next one is challenged`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.openInitialize)
      let first = try await playground.tools(TestPlayground.initialize("2025-11-25"))
      let session = try #require(first.head.headerFields["Mcp-Session-Id"])
      let list = TestPlayground.message("tools/list")
      #expect(try await playground.tools(list, session: session).status == 401)
      let token = try await playground.toolToken()
      #expect(try await playground.tools(list, with: token, session: session).status == 200)
    }
  }

  @Test func `issuer-slash and resource-is-origin: the metadata names both a little otherwise`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.issuerSlash)
      let slash = try await playground.toolsMetadata().json
      #expect(slash?.value(at: "authorization_servers.0")?.string == playground.tollgate.issuer.text + "/")
      try await playground.take(.resourceIsOrigin)
      let origin = try await playground.toolsMetadata().json
      #expect(origin?["resource"]?.string == playground.base)
      #expect(origin?.value(at: "authorization_servers.0")?.string == playground.tollgate.issuer.text)
    }
  }
}

@Suite("MCP 2025-03-26, Authorization §2.3: the server of the origin")
struct TollgateOriginServerTests {
  /// Registers at the server of the origin, signs in there, and gives the token.
  private func token(_ playground: TestPlayground, _ id: String) async throws -> (
    callback: Form, answer: ResponseMessage
  ) {
    let endpoint = try Endpoint(playground.base + "/authorize")
    let url = endpoint.url.text(
      adding: try playground.tollgateParameters(["client_id": id, "scope": "tools", "nonce": nil]))
    let callback = try await playground.allow(url).callback
    let grant = AuthorizationCodeGrant(
      code: Secret(try callback.text(of: "code") ?? ""), verifier: try CodeVerifier(Secret(TestPlayground.verifier)),
      redirectURI: try RedirectURI(TestPlayground.callback))
    let answer = try await playground.visitor.send(
      grant.request(to: Endpoint(playground.base + "/token"), as: try Client(id: ClientID(id))))
    return (callback, answer)
  }

  @Test(arguments: [nil, "lane"], [Fault.Way.originIsServer, .anotherServer])
  func `it has metadata, clients and an issuer of its own, and its tokens open the API`(
    tenant: String?, way: Fault.Way
  ) async throws {
    try await TestPlayground.withTollgate { first in
      let playground = if let tenant { try await first.tenant(tenant) } else { first }
      let issuer = try AbsoluteURL(playground.base)
      let address = try WellKnownAddress.authorizationServer(of: issuer)
      #expect(try await playground.visitor.open(address.text).status == 404)
      try await playground.take(way)
      let metadata = try AuthorizationServerMetadata(
        reading: try await playground.visitor.open(address.text), for: issuer)
      #expect(metadata.tokenEndpoint.url.text == playground.base + "/token")
      let registered = try await playground.registerClient(at: "/register")
      let id = try #require(registered.json?["client_id"]?.string)
      let (callback, answer) = try await token(playground, id)
      #expect(try callback.text(of: "iss") == playground.base)
      let tokens = try TokenResponse(reading: answer)
      let opened = try await playground.tools(TestPlayground.initialize("2025-11-25"), with: tokens.accessToken)
      #expect(opened.status == 200)
    }
  }

  @Test func `a client that registered at one of the two is unknown at the other`() async throws {
    try await TestPlayground.withTollgate { playground in
      let here = try #require(try await playground.registerClient().json?["client_id"]?.string)
      let there = try #require(try await playground.registerClient(at: "/register").json?["client_id"]?.string)
      for (path, id, isKnown) in [
        ("/tollgate/authorize", here, true), ("/authorize", here, false), ("/authorize", there, true),
        ("/tollgate/authorize", there, false), ("/authorize", "tollgate-native", false),
      ] {
        let url = try Endpoint(playground.base + path).url.text(
          adding: try playground.tollgateParameters(["client_id": id]))
        let answer = try await playground.visitor.open(url)
        #expect(answer.status == (isKnown ? 303 : 400), "\(path) \(id)")
      }
      let grant = RefreshTokenGrant(refreshToken: Secret("none"))
      let foreign = try await playground.visitor.send(
        grant.request(to: Endpoint(playground.base + "/token"), as: try Client(id: ClientID(here))))
      #expect(foreign.oauthError == "invalid_client")
    }
  }

  @Test func `origin-is-server leaves no metadata of the API, and another-server names the origin there`() async throws
  {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.originIsServer)
      for atRoot in [true, false] { #expect(try await playground.toolsMetadata(atRoot: atRoot).status == 404) }
      let rule: JSON = ["effect": "way", "value": "another-server", "from": 2]
      try await playground.script(rule)
      var servers: [String?] = []
      for _ in 1...3 {
        servers.append(try await playground.toolsMetadata().json?.value(at: "authorization_servers.0")?.string)
      }
      #expect(servers == [playground.tollgate.issuer.text, playground.base, playground.base])
    }
  }
}

@Suite("RFC 7591 §3 and RFC 6749 §2.3: how real servers take clients")
struct TollgateClientWayTests {
  @Test func `exact-redirect-uri: the port of a loopback address counts as well`() async throws {
    try await TestPlayground.withTollgate { playground in
      let id = try #require(try await playground.registerClient().json?["client_id"]?.string)
      let moved = "http://127.0.0.1:50123/callback"
      func status(_ uri: String) async throws -> Int {
        let url = try playground.tollgateURL(["client_id": id, "redirect_uri": uri])
        return try await playground.visitor.open(url).head.status.code
      }
      #expect(try await status(moved) == 303)
      try await playground.take(.exactRedirectURI)
      #expect(try await status(TestPlayground.callback) == 303)
      #expect(try await status(moved) == 400)
    }
  }

  /// A way, whether the id is in the body next to HTTP Basic, and whether the client is taken.
  static let places: [(way: Fault.Way?, isInBody: Bool, isTaken: Bool)] = [
    (nil, true, true), (nil, false, true), (.clientIDInBody, true, true), (.clientIDInBody, false, false),
    (.clientIDOnce, true, false), (.clientIDOnce, false, true),
  ]

  @Test(arguments: places.indices)
  func `the id of a client in the body, next to HTTP Basic`(index: Int) async throws {
    let (way, isInBody, isTaken) = Self.places[index]
    try await TestPlayground.withTollgate { playground in
      if let way { try await playground.take(way) }
      var form: Form = ["grant_type": "refresh_token", "refresh_token": "none"]
      if isInBody { form.append("client_id", "tollgate-web") }
      var request = RequestMessage(posting: form, to: playground.tollgate.tokenEndpoint)
      let pair = Array("tollgate-web:tollgate-web-secret-not-real".utf8)
      request.head.headerFields[.authorization] = "Basic \(Base64.standard.encodedText(pair))"
      let answer = try await playground.visitor.send(request)
      #expect(answer.oauthError == (isTaken ? "invalid_grant" : "invalid_client"))
    }
  }

  @Test func `no-registration: neither offered nor there`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.noRegistration)
      let address = playground.tollgate.issuer.text + "/.well-known/openid-configuration"
      #expect(try await playground.visitor.open(address).json?["registration_endpoint"] == nil)
      #expect(try await playground.registerClient().status == 404)
    }
  }

  @Test func `RFC 7591 §3.2.1: the answer has another way of authenticating than was asked for`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.registrationAddsSecret)
      let added = try await playground.registerClient(method: "none").json
      #expect(added?["token_endpoint_auth_method"] == "client_secret_post" && added?["client_secret"] != nil)
      try await playground.take(.registrationDropsSecret)
      let dropped = try await playground.registerClient(method: "client_secret_post").json
      #expect(dropped?["token_endpoint_auth_method"] == "none" && dropped?["client_secret"] == nil)
    }
  }
}

@Suite("RFC 8707 §2 and RFC 6749 §3.3: what real servers refuse")
struct TollgateAccessWayTests {
  @Test func `no-resource: invalid_target for the request that names one, and a token for the one that does not`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.noResource)
      let api = playground.tollgate.toolsEndpoint.url.text
      let refused = try await playground.visitor.open(try playground.tollgateURL(["resource": api])).callback
      #expect(try refused.text(of: "error") == "invalid_target")
      let code = try await playground.tollgateCode(.native, ["scope": "tools"])
      let late = try await playground.redeemTollgate(code, as: .native, resources: [api])
      #expect(late.oauthError == "invalid_target")
      let tokens = try await playground.tollgateTokens(.native, ["scope": "tools"])
      #expect(
        try await playground.tools(TestPlayground.initialize("2025-11-25"), with: tokens.accessToken).status == 200)
    }
  }

  @Test func `no-openid: invalid_scope for openid alone`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.noOpenID)
      for (scope, word) in [("openid tools", "invalid_scope"), ("tools", nil)] as [(String, String?)] {
        let callback = try await playground.visitor.open(try playground.tollgateURL(["scope": scope])).callback
        #expect(try callback.text(of: "error") == word)
      }
    }
  }

  @Test func `no-s256: the metadata does not say what is taken all the same`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.noS256)
      let address = playground.tollgate.issuer.text + "/.well-known/openid-configuration"
      #expect(try await playground.visitor.open(address).json?["code_challenge_methods_supported"] == nil)
      #expect(try await playground.tollgateTokens(.native, ["scope": "tools"]).scopes == ["tools"])
    }
  }

  @Test func `step-up: 403 names the missing scope alone, and the union opens both tools`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.take(.stepUp)
      let narrow = try await playground.toolToken("tools")
      let session = try await playground.toolSession(narrow)
      let count = TestPlayground.message("tools/call", ["name": "count", "arguments": ["to": 1]])
      let echo = TestPlayground.message("tools/call", ["name": "echo", "arguments": ["text": "x"]])
      #expect(try await playground.tools(echo, with: narrow, session: session).status == 200)
      let refused = try await playground.tools(count, with: narrow, session: session)
      let challenge = try #require(ResourceChallenge(reading: refused))
      #expect(refused.status == 403 && challenge.failure == .insufficientScope && challenge.scopes == ["tools.count"])
      // Who asks for that scope alone has lost the other one.
      let replaced = try await playground.toolToken("tools.count")
      #expect(try await playground.tools(echo, with: replaced, session: session).status == 403)
      let wide = try await playground.toolToken("tools tools.count")
      for message in [count, echo] {
        #expect(try await playground.tools(message, with: wide, session: session).status == 200)
      }
    }
  }

  @Test func `a way is for the paths of Tollgate, and has one of the names that there are`() throws {
    #expect(try Fault("/tollgate/mcp:way=no-challenge").effect == .way(.noChallenge))
    #expect(try Fault("*:way=step-up,from=2").effect == .way(.stepUp))
    for text in ["/v2/users/self:way=step-up", "/tollgate/mcp:way=sideways", "/tollgate/mcp:way"] {
      #expect(throws: OAuthError.self, "\(text)") { try Fault(text) }
    }
  }
}
