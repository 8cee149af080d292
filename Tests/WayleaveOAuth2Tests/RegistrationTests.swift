import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7591: a client registers")
struct RegistrationTests {
  private let endpoint: Endpoint
  private let metadata: ClientMetadata

  init() throws {
    endpoint = try Endpoint("https://server.example.com/register")
    metadata = ClientMetadata(
      redirectURIs: [try RedirectURI("https://client.example.org/callback"), try RedirectURI("http://127.0.0.1/cb")],
      authentication: .privateKeyJWT, grantTypes: ["authorization_code"], responseTypes: ["code"],
      name: "My Example Client", scopes: ["read", "write"],
      keys: .set(try JSONWebKeySet([#require(JSONWebKey.generate(for: .es256).publicKey)])),
      softwareStatement: Secret("a.b.c"), additional: Self.object(["client_name#ja": "クライアント名"]))
  }

  private static func object(_ pairs: [String: JSON]) -> JSON.Object {
    var object = JSON.Object()
    for (name, value) in pairs.sorted(by: { $0.key < $1.key }) { object[name] = value }
    return object
  }

  @Test("§3.1: what a client says is what a server reads, the initial token included")
  func request() throws {
    let registration = ClientRegistrationRequest(metadata, initialAccessToken: Secret("ey.23f.2e4"))
    let request = try registration.request(to: endpoint)
    #expect(request.head.method == .post && request.head.headerFields[.contentType] == "application/json")
    #expect(request.head.headerFields[.authorization] == "Bearer ey.23f.2e4")
    #expect(try ClientRegistrationRequest(reading: request) == registration)
    let open = ClientRegistrationRequest(ClientMetadata())
    #expect(try ClientRegistrationRequest(reading: open.request(to: endpoint)) == open)
    let elsewhere = ClientMetadata(keys: .address(try Endpoint("https://client.example.org/keys")))
    #expect(try ClientMetadata(elsewhere.members) == elsewhere)
    #expect(ClientMetadata(authentication: .basicRaw).members["token_endpoint_auth_method"] == "client_secret_basic")
  }

  @Test("7591-3 and §2: keys in two places, a hostile redirect URI and wrong shapes are refused by their word")
  func requestRefused() throws {
    func word(_ members: [String: JSON]) throws -> String? {
      do throws(OAuthError) {
        _ = try ClientMetadata(Self.object(members))
        return nil
      } catch {
        #expect(error.code == .registrationRefused)
        return error.refusal?.error
      }
    }
    #expect(try word(["redirect_uris": ["app:/cb"], "jwks_uri": "https://c.example/k", "client_name": .null]) == nil)
    for uri: JSON in ["javascript:alert(1)", "http://c.example/cb", "/cb", "https://c.example/#x"] {
      #expect(try word(["redirect_uris": [uri]]) == "invalid_redirect_uri")
    }
    let keys: JSON = ["keys": []]
    #expect(try word(["jwks": keys, "jwks_uri": "https://c.example/k"]) == "invalid_client_metadata")
    #expect(try word(["jwks": "x"]) == "invalid_client_metadata")
    #expect(try word(["redirect_uris": "app:/cb"]) == "invalid_client_metadata")
    #expect(try word(["grant_types": [5]]) == "invalid_client_metadata")
    #expect(try word(["client_name": 5]) == "invalid_client_metadata")
    #expect(try word(["token_endpoint_auth_method": "magic"]) == "invalid_client_metadata")
    var body = RequestMessage(.post, to: endpoint.url)
    body.body = Array("[]".utf8)
    #expect(try refusal { try ClientRegistrationRequest(reading: body) } == .registrationRefused)
    let exposed = try JSON(decoding: JSONWebKey.generate(for: .es256).exposedJSON.exposedBytes)
    #expect(try refusal { try ClientMetadata(Self.object(["jwks": ["keys": [exposed]]])) } == .malformedJOSE)
  }

  private func answer(_ changes: [String: JSON?] = [:]) throws -> ClientRegistrationResponse {
    var members = metadata.members
    members["client_id"] = "s6BhdRkqt3"
    for (name, value) in changes { members[name] = value }
    return try ClientRegistrationResponse(
      reading: ResponseMessage(.created, json: .object(members)), from: endpoint, answering: metadata)
  }

  @Test("7591-1: an id at least; what a server gives is what a client reads")
  func answered() throws {
    let given = ClientRegistrationResponse(
      clientID: "s6BhdRkqt3", secret: Secret("ZJYCqe3GGRvdrudKyZS0XhGv_Z45DuKhCUk0gBR1vZk"),
      secretExpiresAt: Instant(secondsSinceEpoch: 1_577_858_400), issuedAt: Instant(secondsSinceEpoch: 5),
      configuration: ClientConfiguration(
        endpoint: try Endpoint("https://server.example.com/register/s6BhdRkqt3"), accessToken: Secret("reg-23410913")),
      metadata: metadata)
    #expect(try ClientRegistrationResponse(reading: given.response(), from: endpoint) == given)
    #expect(given.response().head.headerFields[.cacheControl] == "no-store")
    #expect(try answer().configuration == nil && answer().secret == nil)
    #expect(try refusal { try answer(["client_id": nil]) } == .unexpectedAnswer)
  }

  @Test("7591-2: what was registered counts, not what was asked for")
  func changed() throws {
    let other = try answer([
      "token_endpoint_auth_method": "client_secret_post", "client_secret": "s", "client_secret_expires_at": 0,
    ])
    let client = try other.client()
    #expect(client.authentication == .post && client.secret == Secret("s") && other.secretExpiresAt == nil)
    #expect(client.redirectURIs == metadata.redirectURIs)
    let silent = try answer([
      "token_endpoint_auth_method": nil, "client_secret": "s", "client_secret_expires_at": 0,
    ])
    #expect(try silent.client().authentication == .basic)
    let key = try JSONWebKey.generate(for: .es256)
    #expect(try answer().client(key: key).authentication == .privateKeyJWT)
  }

  @Test("7591-4: a secret comes with its expiry; without one it does not expire, and that is noted")
  func expiry() throws {
    for expiry: JSON? in [nil, .null] {
      let silent = try answer(["client_secret": "s", "client_secret_expires_at": expiry])
      #expect(silent.secretExpiresAt == nil && silent.tolerated == [.missingSecretExpiry])
    }
    #expect(try answer(["client_secret": "s", "client_secret_expires_at": 0]).tolerated.isEmpty)
    #expect(try answer(["client_secret": nil]).tolerated.isEmpty)
    for expiry: JSON in ["0", -1, .number("1.5")] {
      #expect(
        try refusal { try answer(["client_secret": "s", "client_secret_expires_at": expiry]) } == .unexpectedAnswer)
    }
    let expiring = try answer(["client_secret": "s", "client_secret_expires_at": 1_577_858_400])
    #expect(expiring.secretExpiresAt?.secondsSinceEpoch == 1_577_858_400)
  }

  @Test("§2: “jwks” that is null next to an address says nothing; of two places for keys the address stays")
  func keysThatAreNull() throws {
    let address: JSON = "https://client.example.org/keys"
    let metadata = try answer(["jwks": .null, "jwks_uri": address]).metadata
    #expect(try metadata.keys == .address(Endpoint("https://client.example.org/keys")))
    let key = try JSONWebKey.generate(for: .es256).publicKey?.json ?? .null
    let both = try answer(["jwks": ["keys": [key]], "jwks_uri": address])
    #expect(try both.metadata.keys == .address(Endpoint("https://client.example.org/keys")))
    #expect(both.tolerated == [.leftOut(member: "jwks")])
  }

  @Test("7591-6: members that decide nothing cost no registration, as Ory Hydra's empty and null ones")
  func leftOut() throws {
    let hydra = try answer([
      "client_secret": "s", "client_secret_expires_at": 0, "token_endpoint_auth_method": "client_secret_basic",
      "jwks": [:], "client_uri": "", "owner": "", "contacts": .null, "grant_types": .null, "response_types": .null,
      "audience": [], "scope": ["read"], "client_name": 5, "software_statement": "",
    ])
    #expect(hydra.secret == Secret("s") && hydra.metadata.authentication == .basic && hydra.metadata.keys == nil)
    #expect(
      hydra.tolerated.map(\.description).sorted()
        == ["client_name", "jwks", "scope"].map { "\($0) that cannot be used" })
    #expect(try hydra.client().redirectURIs == metadata.redirectURIs)
  }

  @Test("7591-6: what decides is absent when it is null or empty, and else an error that names it and the client")
  func decisive() throws {
    for nothing: JSON? in [nil, .null, ""] {
      let open = try answer(["client_secret": nothing, "token_endpoint_auth_method": "none"])
      #expect(try open.secret == nil && open.client().authentication == .publicClient)
      #expect(try answer(["token_endpoint_auth_method": nothing]).metadata.authentication == .privateKeyJWT)
      let silent = try answer(["redirect_uris": nothing])
      #expect(silent.metadata.redirectURIs == metadata.redirectURIs && silent.tolerated == [.missingRedirectURIs])
      #expect(try answer(["registration_client_uri": nothing, "registration_access_token": "t"]).configuration == nil)
      for method: JSON in ["client_secret_basic", "client_secret_jwt"] {
        let error = #expect(throws: OAuthError.self) {
          try answer(["client_secret": nothing, "token_endpoint_auth_method": method])
        }
        #expect(error?.code == .unexpectedAnswer && error?.member == "client_secret" && error?.fault == .provider)
        #expect(error?.remedy.description.contains("s6BhdRkqt3") == true)
      }
    }
    for (member, value) in [
      ("client_secret", [:]), ("token_endpoint_auth_method", "magic"), ("token_endpoint_auth_method", ["none"]),
      ("token_endpoint_auth_method", "tls_client_auth"), ("redirect_uris", "app:/cb"),
      ("redirect_uris", ["javascript:alert(1)"]),
    ] as [(String, JSON)] {
      let error = #expect(throws: OAuthError.self) { try answer([member: value]) }
      #expect(error?.code == .unexpectedAnswer && error?.member == member, "\(member)")
    }
  }

  @Test("what cannot be used in an answer is the provider's fault, with the member")
  func fault() throws {
    for (member, value) in [("client_id", 5), ("registration_client_uri", "nothing")] as [(String, JSON)] {
      let error = #expect(throws: OAuthError.self) {
        try answer([member: value, "registration_access_token": "t"])
      }
      #expect(error?.fault == .provider && error?.member == member, "\(member)")
    }
  }

  @Test("7591-5, attack 122: a redirect URI that was asked for and is not registered to the byte is reported at once")
  func redirectURIs() throws {
    for uris: JSON in [
      ["https://client.example.org/callback"], ["https://client.example.org/callback/", "http://127.0.0.1/cb"], [],
    ] {
      #expect(try refusal { try answer(["redirect_uris": uris]) } == .unexpectedAnswer)
    }
  }

  @Test("7592, attack 123: a registration that would be managed on another origin is refused")
  func foreignConfiguration() throws {
    func configuration(_ address: String) throws -> ClientConfiguration? {
      try answer(["registration_client_uri": .string(address), "registration_access_token": "t"]).configuration
    }
    #expect(try configuration("https://server.example.com/register/1")?.accessToken == Secret("t"))
    for address in [
      "https://evil.example/register/1", "http://server.example.com/register/1", "https://server.example.com:8443/1",
    ] {
      #expect(try refusal { try configuration(address) } == .unexpectedAnswer, "\(address)")
    }
  }

  @Test("§3.2.2: a refusal is known by its error code; trouble is trouble")
  func refused() throws {
    for word in ["invalid_redirect_uri", "invalid_client_metadata", "invalid_software_statement"] {
      let error = #expect(throws: OAuthError.self) {
        try ClientRegistrationResponse(reading: TokenErrorResponse(word).response(), from: endpoint)
      }
      #expect(error?.code == .registrationRefused && error?.refusal?.error == word)
      #expect(error?.category == .refused)
    }
    #expect(
      try refusal {
        try ClientRegistrationResponse(
          reading: ResponseMessage(HTTPResponse(status: .serviceUnavailable)), from: endpoint)
      } == .serverUnavailable)
  }
}

@Suite("RFC 7592: a registration is read, changed and ended")
struct ClientConfigurationTests {
  private let configuration: ClientConfiguration

  init() throws {
    configuration = ClientConfiguration(
      endpoint: try Endpoint("https://server.example.com/register/s6BhdRkqt3"), accessToken: Secret("reg-23410913"))
  }

  @Test("7592-1: the registration's token goes along, and is a secret")
  func token() throws {
    for request in [try configuration.readRequest(), try configuration.deletionRequest()] {
      #expect(request.head.headerFields[.authorization] == "Bearer reg-23410913" && request.body.isEmpty)
      #expect(try ClientConfiguration.accessToken(reading: request) == Secret("reg-23410913"))
    }
    #expect(try configuration.readRequest().head.method == .get)
    #expect(try configuration.deletionRequest().head.method == .delete)
    #expect(!"\(configuration)".contains("reg-23410913"))
    for header in ["Basic x", "Bearer ", "bearer"] {
      var request = try configuration.readRequest()
      request.head.headerFields[.authorization] = header
      #expect(try refusal { try ClientConfiguration.accessToken(reading: request) } == .tokenRefused)
    }
  }

  @Test("7592-2: a change is whole, names the client, and has none of the four members that are the server's")
  func update() throws {
    var additional = JSON.Object()
    let forbidden = [
      "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
    ]
    for name in forbidden { additional[name] = "x" }
    let change = ClientUpdateRequest(
      clientID: "s6BhdRkqt3", secret: Secret("s"), metadata: ClientMetadata(name: "New", additional: additional))
    let request = try change.request(to: configuration)
    #expect(request.head.method == .put)
    let members = try #require(JSON(decoding: request.body).object)
    #expect(members["client_id"] == "s6BhdRkqt3" && members["client_secret"] == "s" && members["client_name"] == "New")
    for name in forbidden {
      #expect(members[name] == nil)
      var bad = members
      bad[name] = "x"
      var message = request
      message.body = JSON.object(bad).encoded()
      #expect(try refusal { try ClientUpdateRequest(reading: message) } == .registrationRefused)
    }
    let read = try ClientUpdateRequest(reading: request)
    #expect(read.clientID == change.clientID && read.secret == change.secret && read.metadata.name == "New")
    var nameless = request
    nameless.body = Array("{}".utf8)
    #expect(try refusal { try ClientUpdateRequest(reading: nameless) } == .registrationRefused)
  }

  @Test("7592-3: 204 confirms the end, nothing else does")
  func deletion() throws {
    func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
      try refusal { try ClientConfiguration.confirmDeletion(response) }
    }
    #expect(try code(ResponseMessage(HTTPResponse(status: .noContent))) == nil)
    #expect(try code(ResponseMessage(HTTPResponse(status: .ok))) == .tokenRefused)
    #expect(try code(TokenErrorResponse("invalid_client").response()) == .clientRefused)
    #expect(try code(ResponseMessage(HTTPResponse(status: .badGateway))) == .serverUnavailable)
  }
}
