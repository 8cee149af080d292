import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("Model Context Protocol, Authorization: what the authorization server of an API publishes, and where")
struct APIServerTests {
  private let scene = Scene()
  private static let api = "https://api.example/notes"

  @Test(
    "MCP 2025-11-25 § Authorization Server Metadata Discovery: a command with several parts asks each place once",
    arguments: 0..<3)
  func documents(number: Int) async throws {
    let places = [
      "/.well-known/oauth-authorization-server/t", "/.well-known/openid-configuration/t",
      "/t/.well-known/openid-configuration",
    ]
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["issuer"] = "https://as.example/t"
    let server = ResponseMessage(.ok, json: .object(members))
    let api = ResponseMessage(
      .ok, json: ["resource": .string(Self.api), "authorization_servers": ["https://as.example/t"]])
    scene.server.setFault { request in
      switch request.url {
      case "https://as.example\(places[number])": server
      case "https://api.example/.well-known/oauth-protected-resource/notes": api
      default: ResponseMessage(HTTPResponse(status: .notFound))
      }
    }
    let (metadata, missed) = (MetadataRecords(in: MemoryVault()), MissedPlaces())
    func part() -> Accounts {
      var accounts = Accounts(
        transport: scene.server, credentials: scene.credentials, signIns: scene.signIns, metadata: metadata,
        now: { Example.now })
      accounts.missedPlaces = missed
      return accounts
    }
    for _ in 0..<2 {
      let accounts = part()
      let found = try await accounts.withPublishedIssuer(
        try await accounts.provider(forAPI: try AbsoluteURL(Self.api)))
      #expect(try await accounts.discovered(found.provider).service.issuer == "https://as.example/t")
      #expect(try await !accounts.lists(found.resource, at: found.provider))
      _ = try await accounts.scopes(listedBy: found.provider)
    }
    func asked() -> [String] {
      scene.server.requests.compactMap(\.url).filter { $0.hasPrefix("https://as.example/") }
    }
    let expected = places[...number].map { "https://as.example" + $0 }
    #expect(asked() == expected)
    // The user's agreement has the issuer asked in any case.
    _ = try await part().metadata(of: try AbsoluteURL("https://as.example/t"), in: .oauthFirst, isFreshWanted: true)
    #expect(asked() == expected + expected)
  }

  @Test(
    "MCP 2025-03-26 §2.3.3: where nothing is published, the endpoints of an API that demands a token are the usual ones",
    arguments: [
      (401, 400, true), (401, 302, true), (401, 422, true), (401, 404, false), (401, 401, false), (401, 405, false),
      (401, 200, false), (403, 400, false), (200, 400, false), (404, 400, false),
    ])
  func defaultEndpoints(api: Int, page: Int, isFound: Bool) async throws {
    scene.server.setFault { request in
      let status =
        switch request.url {
        case Self.api: api
        case "https://api.example/authorize": page
        default: 404
        }
      return ResponseMessage(HTTPResponse(status: .init(code: status)))
    }
    let accounts = scene.accounts()
    func find(of issuer: Issuer? = nil, orAtDefaultEndpoints: Bool) async throws(OAuthError) -> FoundAPI {
      try await accounts.foundAPI(
        at: try AbsoluteURL(Self.api), of: issuer, allowingHTTP: false, orAtItsOrigin: true,
        orAtDefaultEndpoints: orAtDefaultEndpoints
      ).get()
    }
    // Only where it is wanted, and where the user names no other server.
    #expect(await code { _ = try await find(orAtDefaultEndpoints: false) } == .malformedMetadata)
    let elsewhere = await code { _ = try await find(of: "https://as.example", orAtDefaultEndpoints: true) }
    #expect(elsewhere == .malformedMetadata)
    #expect(!scene.server.paths.contains("/authorize"))
    guard isFound else {
      #expect(await code { _ = try await find(orAtDefaultEndpoints: true) } == .malformedMetadata)
      return
    }
    let found = try await find(orAtDefaultEndpoints: true)
    #expect(found.hasDefaultEndpoints && found.resource.text == Self.api)
    #expect(found.provider.issuer == "https://api.example")
    let service = try await accounts.discovered(found.provider).service
    #expect(service[.authorization]?.url.text == "https://api.example/authorize")
    #expect(service.tokenEndpoint.url.text == "https://api.example/token" && service.dialect.authorization.supportsPKCE)
    let offer = try await accounts.registrationOffer(of: found.provider)
    #expect(offer.endpoint.url.text == "https://api.example/register")
    #expect(offer.authenticationMethods.first == .publicClient)
    #expect(try await !accounts.isSilentOnPKCE(found.provider))
    #expect(scene.server.requests.allSatisfy { $0.url?.hasPrefix("https://api.example/") == true })
  }

  @Test(
    "MCP 2025-11-25 § Authorization Code Protection: metadata that does not name S256 is found out",
    arguments: [(["S256"], false), (nil, true)] as [([String]?, Bool)])
  func silentOnPKCE(methods: [String]?, isSilent: Bool) async throws {
    var members = OpenIDExample.metadata.object ?? JSON.Object()
    members["code_challenge_methods_supported"] = methods.map { JSON($0) }
    scene.server.answer("/.well-known/openid-configuration", with: ResponseMessage(.ok, json: .object(members)))
    #expect(try await scene.accounts().isSilentOnPKCE(try Provider(issuer: "https://as.example")) == isSilent)
  }
}
