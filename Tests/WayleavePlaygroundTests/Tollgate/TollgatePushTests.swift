import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

extension TestPlayground {
  /// Pushes the parameters of a sound request with changes.
  func push(
    _ client: TollgateTestClient = .web, _ changes: [String: String?] = [:], proving proof: TestProof? = nil
  ) async throws -> ResponseMessage {
    let form = try tollgateParameters(["client_id": client.rawValue].merging(changes) { $1 })
    return try await push(.plain(form), as: client, proving: proof)
  }

  func push(
    _ parameters: AuthorizationParameters, as client: TollgateTestClient, proving proof: TestProof? = nil
  ) async throws -> ResponseMessage {
    let request = try PushedAuthorizationRequest(parameters)
      .request(to: tollgate.pushedAuthorizationRequestEndpoint, as: ready(client))
    return try await send(request, proving: proof)
  }

  /// Shows a pushed request to the person.
  func take(_ pushed: PushedAuthorizationResponse, as client: TollgateTestClient = .web) async throws -> ResponseMessage
  {
    try await visitor.open(pushed.url(at: tollgate.authorizationEndpoint, clientID: ClientID(client.rawValue)).text)
  }
}

@Suite("RFC 9126 §2 to §5: requests pushed to Tollgate")
struct TollgatePushTests {
  @Test(arguments: [TollgateTestClient.web, .native, .key])
  func `a pushed request is taken up by its name, and its code is redeemed as any other`(client: TollgateTestClient)
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let answer = try await playground.push(client)
      #expect(answer.status == 201 && answer.head.headerFields[.cacheControl] == "no-store")
      let pushed = try PushedAuthorizationResponse(reading: answer)
      #expect(pushed.requestURI.hasPrefix("urn:ietf:params:oauth:request_uri:") && pushed.expiresIn == 60)
      let callback = try await playground.take(pushed, as: client).callback
      #expect(try callback.text(of: "state") == "s t&ate" && callback.contains("iss"))
      let code = Secret(try callback.text(of: "code") ?? "")
      #expect(try await playground.redeemTollgate(code, as: client).status == 200)
    }
  }

  @Test func `FAPI-9: its name serves once, for a minute, and the client that pushed it`() async throws {
    try await TestPlayground.withTollgate { playground in
      let pushed = try PushedAuthorizationResponse(reading: try await playground.push())
      #expect(try await playground.take(pushed, as: .other).status == 400)
      playground.clock.advance(by: 59)
      #expect(try await playground.take(pushed).status == 303)
      #expect(try await playground.take(pushed).status == 400)
      let second = try PushedAuthorizationResponse(reading: try await playground.push())
      playground.clock.advance(by: 60)
      #expect(try await playground.take(second).status == 400)
    }
  }

  @Test func `§4: what stands next to the name does not count`() async throws {
    try await TestPlayground.withTollgate { playground in
      let pushed = try PushedAuthorizationResponse(reading: try await playground.push())
      let url = try pushed.url(at: playground.tollgate.authorizationEndpoint, clientID: "tollgate-web").text
      let callback = try await playground.visitor.open(url + "&state=another&redirect_uri=https://attacker.example")
      #expect(callback.location?.hasPrefix(TestPlayground.callback + "?") == true)
      #expect(try callback.callback.text(of: "state") == "s t&ate")
    }
  }

  @Test(
    arguments: [
      ("redirect_uri", "https://attacker.example/callback", "invalid_request"),
      ("code_challenge", nil, "invalid_request"),
      ("scope", "everything", "invalid_scope"), ("response_type", "token", "unsupported_response_type"),
      ("resource", "https://api.example/", "invalid_target"), ("client_id", "test-other", "invalid_request"),
      ("request_uri", "urn:ietf:params:oauth:request_uri:x", "invalid_request"),
    ] as [(String, String?, String)])
  func `§2.3: what is wrong with it is reported at once`(name: String, value: String?, word: String) async throws {
    try await TestPlayground.withTollgate { playground in
      let form = try playground.tollgateParameters([name: value])
      let endpoint = playground.tollgate.pushedAuthorizationRequestEndpoint
      let request = try playground.ready(.web).request(posting: form, to: endpoint)
      let answer = try await playground.visitor.send(request)
      #expect(answer.status == 400 && answer.oauthError == word)
    }
  }

  @Test func `§2: a client that pushes authenticates as at the token endpoint`() async throws {
    try await TestPlayground.withTollgate { playground in
      let form = try playground.tollgateParameters()
      let request = RequestMessage(posting: form, to: playground.tollgate.pushedAuthorizationRequestEndpoint)
      let answer = try await playground.visitor.send(request)
      #expect(answer.status == 401 && answer.oauthError == "invalid_client")
    }
  }

  @Test(arguments: [true, false])
  func `§5 and §6: where pushing is demanded, a request that was not pushed is refused`(byServer: Bool) async throws {
    try await TestPlayground.withTollgate({
      $0.tollgate.requiresPushedRequests = byServer
      var additional = JSON.Object()
      additional["require_pushed_authorization_requests"] = true
      $0.tollgate.clients.append(
        try TollgateClient(
          id: "pushes",
          metadata: ClientMetadata(
            redirectURIs: [try RedirectURI(TestPlayground.callback)], authentication: .publicClient,
            additional: additional)))
    }) { playground in
      let plain = try await playground.visitor.open(try playground.tollgateURL(["client_id": "pushes"])).callback
      #expect(try plain.text(of: "error") == "invalid_request")
      let other = try await playground.visitor.open(try playground.tollgateURL()).callback
      #expect(other.contains("code") != byServer)
      #expect(try await playground.push().status == 201)
    }
  }
}

@Suite("RFC 9101 §4 to §6: request objects for Tollgate")
struct TollgateRequestObjectTests {
  private func object(
    _ playground: TestPlayground, _ changes: [String: String?] = [:], audience: String? = nil,
    signer: JSONWebKey? = nil,
    madeBefore age: Int64 = 0
  ) throws -> Secret {
    let form = try playground.tollgateParameters(
      ["client_id": TollgateTestClient.key.rawValue].merging(changes) { $1 })
    return try RequestObject(form).sign(
      for: audience.map(Issuer.init) ?? Issuer(playground.tollgate.issuer), id: "1", at: playground.clock.now + -age,
      with: try signer ?? TollgateTestClient.signingKey.get(), by: .es256)
  }

  private func open(_ playground: TestPlayground, _ object: Secret, as client: ClientID = "test-key") async throws
    -> ResponseMessage
  {
    let parameters = AuthorizationParameters.object(object, clientID: client)
    return try await playground.visitor.open(parameters.url(at: playground.tollgate.authorizationEndpoint).text)
  }

  @Test func `what the client signed counts, in the browser and pushed, and nothing next to it`() async throws {
    try await TestPlayground.withTollgate { playground in
      let details = #"[{"type":"notebook","name":"red"}]"#
      let object = try object(playground, ["authorization_details": details, "max_age": "100"])
      let url = try AuthorizationParameters.object(object, clientID: "test-key")
        .url(at: playground.tollgate.authorizationEndpoint, adding: ["state": "another", "scope": "openid"])
      let callback = try await playground.visitor.open(url.text).callback
      #expect(try callback.text(of: "state") == "s t&ate")
      let code = Secret(try callback.text(of: "code") ?? "")
      let tokens = try TokenResponse(reading: try await playground.redeemTollgate(code, as: .key))
      #expect(tokens.scopes?.contains("vault.read") == true)
      #expect(tokens.additional["authorization_details"]?.encodedText() == details)
      let pushed = try await playground.push(
        .object(try self.object(playground), clientID: "test-key"), as: .key)
      #expect(pushed.status == 201)
    }
  }

  @Test func `§6: another signer, another server, an old one, or an unsigned one is refused on a page`() async throws {
    try await TestPlayground.withTollgate { playground in
      let unsigned =
        Base64.url.encodedText(Array(#"{"alg":"none"}"#.utf8)) + "."
        + Base64.url.encodedText(Array(#"{"client_id":"test-key"}"#.utf8)) + "."
      for (name, object) in [
        ("signer", try object(playground, signer: JSONWebKey.generate(for: .es256))),
        ("server", try object(playground, audience: "https://elsewhere.example")),
        ("time", try object(playground, madeBefore: 361)),
        ("client", try object(playground, ["client_id": "tollgate-web"])),
        ("unsigned", Secret(unsigned)), ("nonsense", Secret("x")),
      ] {
        let page = try await open(playground, object)
        #expect(page.status == 400 && page.location == nil && page.text.contains("invalid_request_object"), "\(name)")
      }
      #expect(try await open(playground, try object(playground), as: "tollgate-web").status == 400)
      #expect(try await open(playground, try object(playground)).status == 303)
    }
  }

  @Test func `267: a request object and a name at once, or an address to fetch one from, is refused (RFC 9101 §5)`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      let object = try object(playground).exposedText
      let endpoint = playground.tollgate.authorizationEndpoint.url
      let both: Form = ["client_id": "test-key", "request": object, "request_uri": "urn:x"]
      #expect(try await playground.visitor.open(endpoint.text(adding: both)).status == 400)
      let elsewhere: Form = ["client_id": "test-key", "request_uri": "https://app.example/request"]
      #expect(try await playground.visitor.open(endpoint.text(adding: elsewhere)).status == 400)
    }
  }

  @Test func `§10.5: a client that registered so may not ask unsigned`() async throws {
    try await TestPlayground.withTollgate({
      var additional = JSON.Object()
      additional["require_signed_request_object"] = true
      let keys = try JSONWebKeySet([TollgateTestClient.signingKey.get().publicKey].compactMap(\.self))
      $0.tollgate.clients.append(
        try TollgateClient(
          id: "signs",
          metadata: ClientMetadata(
            redirectURIs: [try RedirectURI(TestPlayground.callback)], authentication: .publicClient, keys: .set(keys),
            additional: additional)))
    }) { playground in
      let plain = try await playground.visitor.open(try playground.tollgateURL(["client_id": "signs"])).callback
      #expect(try plain.text(of: "error") == "invalid_request")
      let signed = try await open(playground, try object(playground, ["client_id": "signs"]), as: "signs")
      #expect(try signed.callback.contains("code"))
    }
  }
}

@Suite("RFC 9396 §2 to §9: authorization details at Tollgate")
struct TollgateDetailsTests {
  static let details = #"[{"type":"notebook","name":"red <b>book</b>","actions":["read"]}]"#

  @Test func `they are shown to the person, given with the token, and shown to the API`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let url = try playground.tollgateURL(["authorization_details": Self.details])
      let page = try await playground.signIn(try await playground.visitor.open(url))
      #expect(page.text.contains("notebook") && !page.text.contains("<b>book"))
      let callback = try await playground.visitor.submit(page, ["decision": "allow"]).callback
      let code = Secret(try callback.text(of: "code") ?? "")
      let tokens = try TokenResponse(reading: try await playground.redeemTollgate(code))
      #expect(tokens.additional["authorization_details"]?.encodedText() == Self.details)
      guard case .active(let claims) = try await playground.introspect(tokens.accessToken) else {
        Issue.record("inactive")
        return
      }
      #expect(claims.details?.json.encodedText() == Self.details)
      // What is said in details is asked anew each time.
      #expect(try await playground.visitor.open(url).isConsentPage)
    }
  }

  @Test func `a client's own token has them as well, and unknown types are refused`() async throws {
    try await TestPlayground.withTollgate { playground in
      func answer(_ details: String) async throws -> ResponseMessage {
        let access = RequestedAccess(details: try AuthorizationDetails(decoding: details))
        return try await playground.visitor.send(
          ClientCredentialsGrant(access: access)
            .request(to: playground.tollgate.tokenEndpoint, as: playground.ready(.service)))
      }
      #expect(try await answer(Self.details).json?["authorization_details"]?.encodedText() == Self.details)
      let unknown = try await answer(#"[{"type":"notebook"},{"type":"payment"}]"#)
      #expect(unknown.oauthError == "invalid_authorization_details")
    }
  }
}
