import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 7591 §3: clients register themselves at Tollgate")
struct TollgateRegistrationTests {
  static let metadata: Result<ClientMetadata, any Error> = Result {
    ClientMetadata(
      redirectURIs: [try RedirectURI(TestPlayground.callback)],
      grantTypes: [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType], name: "Registered <i>app</i>")
  }

  private func register(
    _ playground: TestPlayground, _ metadata: ClientMetadata, token: Secret? = nil
  ) async throws -> ResponseMessage {
    try await playground.visitor.send(
      ClientRegistrationRequest(metadata, initialAccessToken: token).request(
        to: playground.tollgate.registrationEndpoint))
  }

  /// Asks for a sound registration with one member changed, which our own client may not be able to say.
  private func register(
    _ playground: TestPlayground, changing name: String, to json: JSON?
  ) async throws -> ResponseMessage {
    var members = try Self.metadata.get().members
    members[name] = json
    var request = RequestMessage(.post, to: playground.tollgate.registrationEndpoint.url)
    request.head.headerFields[.contentType] = "application/json"
    request.body = JSON.object(members).encoded()
    return try await playground.visitor.send(request)
  }

  /// Signs in as a registered client and redeems the code.
  private func signIn(_ playground: TestPlayground, _ client: Client) async throws -> ResponseMessage {
    let url = try playground.tollgateURL(["client_id": client.id.text])
    let code = Secret(try await playground.allow(url).callback.text(of: "code") ?? "")
    var random = SystemRandomNumberGenerator()
    let ready = try client.asserting(to: Issuer(playground.tollgate.issuer), at: playground.clock.now, using: &random)
    return try await playground.visitor.send(
      AuthorizationCodeGrant(
        code: code, verifier: try CodeVerifier(Secret(TestPlayground.verifier)),
        redirectURI: try RedirectURI(TestPlayground.callback)
      ).request(to: playground.tollgate.tokenEndpoint, as: ready))
  }

  @Test func `the answer has id, secret and every default, and the client works`() async throws {
    try await TestPlayground.withTollgate { playground in
      let asked = try Self.metadata.get()
      let answer = try await register(playground, asked)
      #expect(answer.status == 201 && answer.head.headerFields[.cacheControl] == "no-store")
      let registered = try ClientRegistrationResponse(
        reading: answer, from: playground.tollgate.registrationEndpoint, answering: asked)
      #expect(registered.secret != nil && registered.secretExpiresAt == nil && registered.configuration != nil)
      #expect(registered.issuedAt == playground.clock.now && registered.metadata.authentication == .basic)
      #expect(registered.metadata.responseTypes == ["code"])
      #expect(try await signIn(playground, registered.client()).status == 200)
    }
  }

  @Test("9700-16: a client's id is the server's choice, and never a user's: not even the one that the client asks for")
  func clientID() async throws {
    try await TestPlayground.withTollgate { playground in
      for person in PlaygroundPerson.residents {
        for wanted in [String(person.id), person.handle, person.email] {
          var asked = try Self.metadata.get()
          asked.additional["client_id"] = .string(wanted)
          let registered = try ClientRegistrationResponse(
            reading: try await register(playground, asked), from: playground.tollgate.registrationEndpoint,
            answering: asked)
          let id = registered.clientID.text
          #expect(id != wanted && id.hasPrefix("tollgate-") && Int64(id) == nil)
        }
      }
    }
  }

  @Test(arguments: [ClientAuthenticationMethod.publicClient, .post, .secretJWT, .privateKeyJWT])
  func `each way of authenticating can be registered, and is then the only one`(method: ClientAuthenticationMethod)
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      var asked = try Self.metadata.get()
      asked.authentication = method
      let key = method == .privateKeyJWT ? try TollgateTestClient.signingKey.get() : nil
      asked.keys = try key?.publicKey.map { .set(try JSONWebKeySet([$0])) }
      let registered = try ClientRegistrationResponse(
        reading: try await register(playground, asked), from: playground.tollgate.registrationEndpoint, answering: asked
      )
      #expect((registered.secret != nil) == (method == .post || method == .secretJWT))
      #expect(try await signIn(playground, registered.client(key: key)).status == 200)
      let wrong = try Client(id: registered.clientID, secret: Secret("wrong"), authentication: .basic)
      #expect(try await signIn(playground, wrong).oauthError == "invalid_client")
    }
  }

  /// What is changed in a sound registration, and the word that comes back: RFC 7591 §3.2.2.
  static let refusals: [(name: String, json: JSON?, word: String)] = [
    ("redirect_uris", nil, "invalid_redirect_uri"), ("redirect_uris", ["javascript:alert(1)"], "invalid_redirect_uri"),
    ("redirect_uris", ["http://app.example/"], "invalid_redirect_uri"),
    ("redirect_uris", ["https://app.example/#x"], "invalid_redirect_uri"),
    ("token_endpoint_auth_method", "tls_client_auth", "invalid_client_metadata"),
    ("token_endpoint_auth_method", "private_key_jwt", "invalid_client_metadata"),
    ("grant_types", ["implicit"], "invalid_client_metadata"), ("grant_types", "all", "invalid_client_metadata"),
    ("response_types", ["token"], "invalid_client_metadata"), ("scope", "everything", "invalid_client_metadata"),
    ("jwks_uri", "https://app.example/jwks", "invalid_client_metadata"),
    ("id_token_signed_response_alg", "none", "invalid_client_metadata"),
    ("post_logout_redirect_uris", ["x"], "invalid_client_metadata"),
    ("software_statement", "a.b.c", "unapproved_software_statement"),
  ]

  @Test(arguments: refusals.indices)
  func `§3.2.2: what cannot be registered is refused by its word`(index: Int) async throws {
    let (name, json, word) = Self.refusals[index]
    try await TestPlayground.withTollgate { playground in
      let answer = try await register(playground, changing: name, to: json)
      #expect(answer.status == 400 && answer.oauthError == word)
    }
  }

  /// What is changed in a sound registration, and what the description of the refusal names.
  static let reasons: [(name: String, json: JSON, reason: String)] = [
    ("id_token_signed_response_alg", "none", "RS256 or ES256 as 'id_token_signed_response_alg'"),
    ("post_logout_redirect_uris", ["x"], "post_logout_redirect_uris"), ("scope", "everything", "scopes"),
    ("grant_types", ["implicit"], "grant types"), ("grant_types", "all", "a list of texts as 'grant_types'"),
    ("jwks_uri", "https://app.example/jwks", "keys in place"), ("client_name", 7, "a text as 'client_name'"),
    ("logo_uri", "javascript:alert(1)", "an https URL as 'logo_uri'"),
  ]

  @Test(arguments: reasons.indices)
  func `§3.2.2: the description says what the client's description needs`(index: Int) async throws {
    let (name, json, reason) = Self.reasons[index]
    try await TestPlayground.withTollgate { playground in
      let answer = try await register(playground, changing: name, to: json)
      let description = (try? JSON(decoding: answer.body))?["error_description"]?.string
      #expect(description?.contains("it needs") == true && description?.contains(reason) == true, "\(answer.body)")
    }
  }

  @Test(
    "270: the address of a page or picture is https, in every language",
    arguments: ["client_uri", "logo_uri", "policy_uri", "tos_uri", "logo_uri#de"])
  func pages(name: String) async throws {
    try await TestPlayground.withTollgate { playground in
      for (address, isGood) in [
        ("https://app.example/page", true), ("javascript:alert(1)", false), ("data:text/html,x", false),
        ("http://app.example/", false), ("//app.example", false), ("", false),
      ] as [(String, Bool)] {
        var asked = try Self.metadata.get()
        asked.additional[name] = .string(address)
        let answer = try await register(playground, asked)
        #expect(answer.status == (isGood ? 201 : 400), "\(address)")
        #expect(answer.oauthError == (isGood ? nil : "invalid_client_metadata"), "\(address)")
      }
    }
  }

  @Test func `a public client cannot register grants that need a secret, and a body that is no JSON registers nothing`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      var asked = try Self.metadata.get()
      asked.authentication = .publicClient
      asked.grantTypes = [ClientCredentialsGrant.grantType]
      #expect(try await register(playground, asked).oauthError == "invalid_client_metadata")
      let form = RequestMessage(posting: ["client_name": "x"], to: playground.tollgate.registrationEndpoint)
      #expect(try await playground.visitor.send(form).oauthError == "invalid_client_metadata")
    }
  }

  @Test func `§3: where an initial access token is demanded, no one registers without it`() async throws {
    try await TestPlayground.withTollgate({ $0.tollgate.initialAccessToken = Secret("the-initial-one") }) {
      playground in
      let asked = try Self.metadata.get()
      for token in [nil, Secret("wrong")] {
        let refused = try await register(playground, asked, token: token)
        #expect(refused.status == 401 && refused.challengeError == "invalid_token")
      }
      #expect(try await register(playground, asked, token: Secret("the-initial-one")).status == 201)
    }
  }

  @Test func `RFC 7592 §2: a registration is read, changed whole, and ended, by its own token`() async throws {
    try await TestPlayground.withTollgate { playground in
      let asked = try Self.metadata.get()
      let first = try ClientRegistrationResponse(
        reading: try await register(playground, asked), from: playground.tollgate.registrationEndpoint)
      let second = try ClientRegistrationResponse(
        reading: try await register(playground, asked), from: playground.tollgate.registrationEndpoint)
      let configuration = try #require(first.configuration)
      let foreign = ClientConfiguration(
        endpoint: configuration.endpoint, accessToken: try #require(second.configuration).accessToken)
      #expect(try await playground.visitor.send(foreign.readRequest()).status == 401)
      let read = try await playground.visitor.send(configuration.readRequest())
      #expect(
        try read.status == 200
          && ClientRegistrationResponse(reading: read, from: configuration.endpoint).metadata == first.metadata)

      var changed = asked
      changed.name = "Another name"
      changed.grantTypes = [AuthorizationCodeGrant.grantType]
      let update = ClientUpdateRequest(clientID: first.clientID, secret: first.secret, metadata: changed)
      var wrong = update
      wrong.secret = Secret("chosen")
      #expect(
        try await playground.visitor.send(wrong.request(to: configuration)).oauthError == "invalid_client_metadata")
      wrong = update
      wrong.clientID = second.clientID
      #expect(
        try await playground.visitor.send(wrong.request(to: configuration)).oauthError == "invalid_client_metadata")
      let answer = try ClientRegistrationResponse(
        reading: try await playground.visitor.send(update.request(to: configuration)), from: configuration.endpoint)
      #expect(answer.metadata.name == "Another name" && answer.secret == first.secret)
      let tokens = try TokenResponse(reading: try await signIn(playground, answer.client()))
      #expect(tokens.refreshToken == nil)

      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 200)
      try ClientConfiguration.confirmDeletion(try await playground.visitor.send(configuration.deletionRequest()))
      // §2.3: its tokens are worth nothing any more.
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 401)
      #expect(try await playground.introspect(tokens.accessToken) == .inactive)
      #expect(try await playground.visitor.send(configuration.readRequest()).status == 401)
      #expect(
        try await playground.visitor.open(try playground.tollgateURL(["client_id": first.clientID.text])).status == 400)
    }
  }
}
