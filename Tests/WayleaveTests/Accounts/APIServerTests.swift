import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

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
      #expect(try await accounts.metadata(of: found.provider)?.lists(found.resource) == false)
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
}
