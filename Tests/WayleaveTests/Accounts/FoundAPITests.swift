import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9728: the provider of an API is found by what the API says of itself")
struct FoundAPITests {
  private let scene = Scene()
  private static let api = "https://api.example/notes"

  /// An API that demands a token, and whose metadata is what the test says.
  private func publish(
    _ metadata: JSON, challenging address: String? = "https://api.example/meta",
    at path: String = "/meta"
  ) {
    scene.server.setFault { request in
      switch request.url {
      case Self.api:
        var answer = ResponseMessage(HTTPResponse(status: .unauthorized))
        answer.head.headerFields[.wwwAuthenticate] = address.map {
          "Bearer scope=\"notes\", resource_metadata=\"\($0)\""
        }
        return answer
      case "https://api.example" + path: return ResponseMessage(.ok, json: metadata)
      default: return ResponseMessage(HTTPResponse(status: .notFound))
      }
    }
  }

  private func find(at issuer: Issuer? = nil) async throws -> FoundAPI {
    try await scene.accounts().provider(forAPI: try AbsoluteURL(Self.api), at: issuer)
  }

  @Test("§5.1: by the address in its challenge, with the scopes of the challenge")
  func challenged() async throws {
    publish(["resource": .string(Self.api), "authorization_servers": ["https://as.example"]])
    let found = try await find()
    #expect(found.provider.issuer == "https://as.example" && found.resource.text == Self.api)
    #expect(found.scopes == ["notes"] && !found.requiresDPoP)
  }

  @Test(
    "121, §3.1: by the well-known address where the challenge names none, or one of another origin",
    arguments: [nil, "https://evil.example/meta"])
  func wellKnown(address: String?) async throws {
    publish(
      [
        "resource": .string(Self.api), "authorization_servers": ["https://as.example"], "scopes_supported": ["read"],
        "dpop_bound_access_tokens_required": true,
      ], challenging: address, at: "/.well-known/oauth-protected-resource/notes")
    let found = try await find()
    #expect(found.provider.issuer == "https://as.example" && found.requiresDPoP)
    #expect(scene.server.requests.allSatisfy { $0.url?.hasPrefix("https://api.example/") == true })
  }

  /// Its own name is proposed to the user where it is one of the same origin.
  @Test(
    "9728-1: metadata of another resource is used for nothing",
    arguments: [
      ("https://api.example/other", true), ("https://api.example", true), ("https://api.example/notes/", true),
      ("https://api.example/notes?a", false), ("http://api.example/notes", false),
      ("https://evil.example/notes", false),
    ])
  func otherResource(name: String, isProposed: Bool) async throws {
    publish(["resource": .string(name), "authorization_servers": ["https://as.example"]])
    let error = await #expect(throws: OAuthError.self) { _ = try await find() }
    #expect(error?.code == .metadataIssuerMismatch)
    #expect((error?.remedy == .signInElsewhere(issuer: try AbsoluteURL(name))) == isProposed)
  }

  @Test("several servers are named, and one that the user names must be among them")
  func several() async throws {
    publish(
      ["resource": .string(Self.api), "authorization_servers": ["https://as.example", "https://other.example"]])
    #expect(await code { _ = try await find() } == .unknownProvider)
    #expect(try await find(at: "https://other.example").provider.issuer == "https://other.example")
    #expect(await code { _ = try await find(at: "https://evil.example") } == .metadataIssuerMismatch)
  }

  @Test("F19, RFC 9728 §3.2: an API that publishes no metadata is named with the URL and the status")
  func noMetadata() async throws {
    publish([:], challenging: nil, at: "/elsewhere")
    let error = await #expect(throws: OAuthError.self) { _ = try await find() }
    let remedy = Remedy.nameIssuer(ofAPI: try AbsoluteURL(Self.api))
    #expect(error?.code == .malformedMetadata && error?.remedy == remedy)
    #expect(
      error?.message.contains("https://api.example/.well-known/oauth-protected-resource/notes answers 404") == true)
  }

  /// The same, where what stands for the whole origin counts too.
  private func findWithOrigin() async throws(OAuthError) -> FoundAPI {
    try await scene.accounts().foundAPI(at: try AbsoluteURL(Self.api), allowingHTTP: false, orAtItsOrigin: true).get()
  }

  /// How servers publish what they are, each as real ones do (issue trackers of MCP servers and clients).
  struct Publishing: Sendable, CustomStringConvertible {
    let description: String
    /// The challenge of GET and of POST; nil for an answer without one.
    var get: (status: Int, challenge: String?) = (401, "Bearer")
    var post: (status: Int, challenge: String?) = (401, "Bearer")
    /// Documents by path; others answer 404.
    var documents: [String: JSON] = [:]
    var statuses: [String: Int] = [:]
    let issuer: String?
    var resource = FoundAPITests.api
    var asked: [String]
  }

  private static let own = "/.well-known/oauth-protected-resource/notes"
  private static let root = "/.well-known/oauth-protected-resource"

  private static func document(_ resource: String = FoundAPITests.api) -> JSON {
    ["resource": .string(resource), "authorization_servers": ["https://as.example"]]
  }

  static let publishings: [Publishing] = [
    Publishing(
      description: "GET is 405, and POST has the challenge", get: (405, nil),
      post: (401, #"Bearer resource_metadata="https://api.example/meta""#), documents: ["/meta": document()],
      issuer: "https://as.example", asked: ["GET /notes", "POST /notes", "GET /meta"]),
    Publishing(
      description: "another scheme stands first",
      get: (401, #"Negotiate, Bearer resource_metadata="https://api.example/meta""#), documents: ["/meta": document()],
      issuer: "https://as.example", asked: ["GET /notes", "GET /meta"]),
    Publishing(
      description: "no challenge at all", get: (401, nil), post: (400, nil), documents: [own: document()],
      issuer: "https://as.example", asked: ["GET /notes", "POST /notes", "GET \(own)"]),
    Publishing(
      description: "metadata at the root alone, of the API", documents: [root: document()],
      issuer: "https://as.example", asked: ["GET /notes", "GET \(own)", "GET \(root)"]),
    Publishing(
      description: "metadata at the root alone, of the origin; the other place answers 401",
      documents: [root: document("https://api.example")], statuses: [own: 401], issuer: "https://as.example",
      resource: "https://api.example", asked: ["GET /notes", "GET \(own)", "GET \(root)"]),
    Publishing(
      description: "at its own place the API is not its origin (§3.3)",
      documents: [own: document("https://api.example")],
      issuer: nil, asked: ["GET /notes", "GET \(own)"]),
    Publishing(
      description: "where the challenge leads, the API is not its origin (§3.3), and no other place is asked",
      get: (401, #"Bearer resource_metadata="https://api.example/meta""#),
      documents: ["/meta": document("https://api.example"), root: document("https://api.example")], issuer: nil,
      asked: ["GET /notes", "GET /meta"]),
    Publishing(
      description: "the metadata at the root is of another API",
      documents: [root: document("https://api.example/other")],
      issuer: nil, asked: ["GET /notes", "GET \(own)", "GET \(root)"]),
  ]

  @Test("MCP 2025-11-25: an API is found however it publishes, and nothing is asked twice", arguments: publishings)
  func publishing(_ publishing: Publishing) async throws {
    scene.server.setFault { request in
      guard let url = request.url.flatMap({ try? AbsoluteURL($0) }) else { return nil }
      if url.text == Self.api {
        let (status, challenge) = request.head.method == .get ? publishing.get : publishing.post
        var answer = ResponseMessage(HTTPResponse(status: .init(code: status)))
        answer.head.headerFields[.wwwAuthenticate] = challenge
        return answer
      }
      if let document = publishing.documents[url.path] { return ResponseMessage(.ok, json: document) }
      return ResponseMessage(HTTPResponse(status: .init(code: publishing.statuses[url.path] ?? 404)))
    }
    let found = await Accounts.result { () async throws(OAuthError) in try await findWithOrigin() }
    switch (found, publishing.issuer) {
    case (.success(let api), let issuer?):
      #expect(api.provider.issuer?.text == issuer && api.resource.text == publishing.resource && !api.isItsOwnServer)
    case (.failure(let error), nil): #expect(error.code == .metadataIssuerMismatch)
    default: Issue.record("\(found)")
    }
    let asked = scene.server.requests.map { request in
      "\(request.head.method) \(request.url.flatMap { try? AbsoluteURL($0) }?.path ?? "")"
    }
    #expect(asked == publishing.asked)
  }

  @Test(
    "RFC 8414 §3.1, §3.3: a slash more or less finds the same document, and its own text is the issuer",
    arguments: [
      ("https://as.example/", "https://as.example"), ("https://as.example", "https://as.example/"),
      ("https://as.example", "https://as.example"), ("https://as.example/", "https://as.example/"),
    ])
  func slash(named: String, own: String) async throws {
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["issuer"] = .string(own)
    let server = ResponseMessage(.ok, json: .object(members))
    let api = ResponseMessage(
      .ok, json: ["resource": .string(Self.api), "authorization_servers": [.string(named)]])
    scene.server.setFault { request in
      switch request.url {
      case "https://as.example/.well-known/openid-configuration": server
      case "https://api.example\(Self.own)": api
      default: ResponseMessage(HTTPResponse(status: .notFound))
      }
    }
    let accounts = scene.accounts()
    for issuer in [nil, Issuer(named), Issuer(own)] {
      let found = try await accounts.withPublishedIssuer(
        try await accounts.provider(forAPI: try AbsoluteURL(Self.api), at: issuer))
      #expect(found.provider.issuer?.text == own && found.resource.text == Self.api)
      // RFC 9207 §2.4: `iss` is compared with it, byte for byte.
      #expect(try await accounts.discovered(found.provider).service.issuer?.text == own)
    }
  }

  @Test("RFC 8414 §3.3: another path, and a document of another server, are not the same issuer")
  func otherIssuer() async throws {
    for text in ["https://as.example/t", "https://as.example/t/", "https://as.example/?a", "no URL"] {
      #expect(Issuer(text).withOrWithoutSlash == nil)
    }
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["issuer"] = "https://evil.example"
    let server = ResponseMessage(.ok, json: .object(members))
    publish(["resource": .string(Self.api), "authorization_servers": ["https://as.example/"]])
    let found = try await find()
    scene.server.setFault { _ in server }
    let error = await #expect(throws: OAuthError.self) { _ = try await scene.accounts().withPublishedIssuer(found) }
    let remedy = Remedy.nameIssuer(ofAPI: try AbsoluteURL(Self.api))
    #expect(error?.code == .metadataIssuerMismatch && error?.remedy == remedy)
  }

  @Test(
    "§7.6, MCP 2026-07-28 Authorization Server Binding: an API that names other servers later is found out, without the account",
    arguments: [
      (["https://as.example"], nil), (["https://as.example/"], nil),
      (["https://new.example", "https://as.example"], nil), ([], nil),
      (["https://new.example"], ["https://new.example"]),
      (["https://a.example", "https://b.example"], ["https://a.example", "https://b.example"]),
    ] as [([String], [String]?)])
  func moved(servers: [String], others: [String]?) async throws {
    publish(["resource": .string(Self.api), "authorization_servers": JSON(servers)])
    let issuer = try AbsoluteURL("https://as.example")
    let members = try #require(OpenIDExample.metadata.object)
    var stored = StoredCredential(
      account: Account(provider: "https://as.example", client: "reader", subject: "7"),
      provider: try Provider(issuer: Issuer(issuer)), client: try Example.client(),
      credential: .oauth2(.init(accessToken: Secret("canary-access-0"))), obtainedAt: Example.now,
      advertised: try AdvertisedMetadata(
        AuthorizationServerMetadata(members, for: issuer), of: issuer, at: Example.now))
    stored.resources = [try ResourceIndicator(Self.api)]
    #expect(try await scene.accounts().otherServers(ofAPIOf: stored)?.map(\.text) == others)
    #expect(
      scene.server.requests.allSatisfy { request in
        request.url?.hasPrefix("https://api.example/") == true && request.head.headerFields[.authorization] == nil
      })
    // An account of no API, or of several, has none to ask.
    let count = scene.server.requests.count
    stored.resources = []
    #expect(try await scene.accounts().otherServers(ofAPIOf: stored) == nil && scene.server.requests.count == count)
  }

  @Test("MCP 2025-03-26 §2.3.2: an API without metadata has its server at its own origin, where one publishes")
  func ownOrigin() async throws {
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["issuer"] = "https://api.example"
    func publish(_ members: JSON.Object, answering status: HTTPResponse.Status = .unauthorized) {
      scene.server.setFault { request in
        switch request.url {
        case "https://api.example/.well-known/openid-configuration": ResponseMessage(.ok, json: .object(members))
        case Self.api: ResponseMessage(HTTPResponse(status: status))
        default: ResponseMessage(HTTPResponse(status: .notFound))
        }
      }
    }
    publish(members)
    let found = try await findWithOrigin()
    #expect(found.provider.issuer == "https://api.example" && found.isItsOwnServer && found.resource.text == Self.api)
    #expect(try await find() == found)
    // A client that the user brings is shown to a server that the API names, and to no other.
    let named = await Accounts.result { () async throws(OAuthError) in
      try await scene.accounts().foundAPI(at: found.resource.url, allowingHTTP: false, orAtItsOrigin: false).get()
    }
    #expect(throws: OAuthError.self) { try named.get() }
    // A mistyped path is no API.
    publish(members, answering: .notFound)
    #expect(await code { _ = try await findWithOrigin() } == .malformedMetadata)
    members["issuer"] = "https://evil.example"
    publish(members)
    #expect(await code { _ = try await findWithOrigin() } == .metadataIssuerMismatch)
  }

  /// An API without metadata on an origin without metadata.
  struct BareOrigin: Sendable, CustomStringConvertible {
    let description: String
    var status = 401
    var challenge: String? = "Bearer"
    /// What the usual authorization endpoint answers where it is asked for nothing.
    var page = 400
    var isServer = false
  }

  @Test(
    "MCP 2025-03-26 §2.3.3: without any metadata the endpoints are where they usually are, if something is there",
    arguments: [
      BareOrigin(description: "one that wants parameters", isServer: true),
      BareOrigin(description: "no challenge, and one that leads on", challenge: nil, page: 302, isServer: true),
      BareOrigin(description: "one that cannot process this", page: 422, isServer: true),
      BareOrigin(description: "nothing there", page: 404), BareOrigin(description: "a page there", page: 200),
      BareOrigin(description: "a token wanted there too", page: 401),
      BareOrigin(description: "an API for names and passwords", challenge: "Basic realm=\"x\""),
      BareOrigin(description: "an API without protection", status: 200, challenge: nil),
      BareOrigin(description: "no API", status: 404, challenge: nil),
    ])
  func usualEndpoints(origin: BareOrigin) async throws {
    scene.server.setFault { request in
      switch request.url {
      case Self.api:
        var answer = ResponseMessage(HTTPResponse(status: .init(code: origin.status)))
        answer.head.headerFields[.wwwAuthenticate] = origin.challenge
        return answer
      case "https://api.example/authorize": return ResponseMessage(HTTPResponse(status: .init(code: origin.page)))
      default: return ResponseMessage(HTTPResponse(status: .notFound))
      }
    }
    guard origin.isServer else {
      #expect(await code { _ = try await find() } == .malformedMetadata)
      return
    }
    let found = try await find()
    #expect(
      found.hasDefaultEndpoints && found.provider.name == "https://api.example" && found.resource.text == Self.api)
    guard case .oauth2(let service) = found.provider.service else {
      Issue.record("\(found.provider.service)")
      return
    }
    #expect(service[.authorization]?.url.text == "https://api.example/authorize")
    #expect(service.tokenEndpoint.url.text == "https://api.example/token")
    #expect(service.issuer == "https://api.example")
    let offer = try await scene.accounts().registrationOffer(of: found.provider)
    #expect(offer.endpoint.url.text == "https://api.example/register")
    #expect(offer.authenticationMethods.first == .publicClient)
    #expect(try await scene.accounts().metadata(of: found.provider) == nil)
    #expect(scene.server.requests.allSatisfy { $0.url?.hasPrefix("https://api.example/") == true })
  }

  @Test("an API that names no server, or none by https, is refused")
  func noServer() async {
    publish(["resource": .string(Self.api)])
    #expect(await code { _ = try await find() } == .malformedMetadata)
    publish(["resource": .string(Self.api), "authorization_servers": ["http://as.example"]])
    #expect(await code { _ = try await find() } == .malformedMetadata)
  }

  @Test(
    "a remote API names no server on this machine or network, and nothing is sent there",
    arguments: [
      "http://127.0.0.1:9", "https://127.0.0.1:9", "https://localhost", "https://a.localhost", "https://[::1]",
      "https://0.0.0.0", "https://192.168.0.1", "https://169.254.169.254", "https://[fd00::1]",
    ])
  func inside(server: String) async {
    publish(["resource": .string(Self.api), "authorization_servers": [.string(server)]])
    #expect(await code { _ = try await find() } == .malformedMetadata)
    #expect(scene.server.requests.allSatisfy { $0.url?.hasPrefix("https://api.example/") == true })
  }

  @Test(
    "§4: the server lists the API, byte for byte, or it does not",
    arguments: [
      (["https://api.example/notes"], true), (["https://api.example/notes/"], false), (["https://api.example"], false),
      ([], false), (nil, false),
    ] as [([String]?, Bool)])
  func listed(resources: [String]?, isListed: Bool) async throws {
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["protected_resources"] = resources.map { JSON($0) }
    scene.server.answer("/.well-known/openid-configuration", with: ResponseMessage(.ok, json: .object(members)))
    let api = try ResourceIndicator(Self.api)
    let provider = try Provider(issuer: "https://as.example")
    #expect(try await scene.accounts().metadata(of: provider)?.lists(api) == isListed)
    #expect(try await scene.accounts().metadata(of: try Example.provider()) == nil)
  }

  @Test("OpenID Connect Discovery §2: a user's host names the issuer; one that names none, or no https, is refused")
  func lookup() async throws {
    let accounts = scene.accounts()
    for (href, expected) in [("https://as.example", nil), ("http://as.example", .insecureURL)]
      as [(String, OAuthError.Code?)]
    {
      scene.server.answer(
        "/.well-known/webfinger",
        with: ResponseMessage(
          .ok, json: ["links": [["rel": "http://openid.net/specs/connect/1.0/issuer", "href": .string(href)]]]))
      let refused = await code {
        let provider = try await accounts.provider(ofUser: "joe@example.com")
        #expect(provider.issuer == "https://as.example")
      }
      #expect(refused == expected)
    }
    #expect(scene.server.requests.first?.url?.hasPrefix("https://example.com/.well-known/webfinger?") == true)
    scene.server.answer("/.well-known/webfinger", with: ResponseMessage(.ok, json: ["links": []]))
    #expect(await code { _ = try await accounts.provider(ofUser: "joe@example.com") } == .malformedMetadata)
  }
}
