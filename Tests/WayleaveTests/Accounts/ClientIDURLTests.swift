import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OAuth Client ID Metadata Document: a client id that is a URL, at any server")
struct ClientIDURLTests {
  @Test(
    "§ Authorization Server Metadata: a server reads such ids when one of its documents says so",
    arguments: [
      (true, nil, true), (nil, true, true), (false, true, true), (nil, nil, false), (false, false, false),
    ] as [(Bool?, Bool?, Bool)])
  func supported(openID: Bool?, oauth: Bool?, isTaken: Bool) async throws {
    let scene = Scene()
    func document(_ value: Bool?) -> ResponseMessage {
      var members = OpenIDExample.metadata.object ?? JSON.Object()
      members["client_id_metadata_document_supported"] = value.map(JSON.bool)
      return ResponseMessage(.ok, json: .object(members))
    }
    let (first, second) = (document(openID), document(oauth))
    scene.server.setFault { request in
      switch request.pathWithoutQuery {
      case "/.well-known/openid-configuration": first
      case "/.well-known/oauth-authorization-server": second
      default: nil
      }
    }
    #expect(try await scene.accounts().takesClientIDURLs(try Provider(issuer: "https://as.example")) == isTaken)
    // An entry with its endpoints has registered clients.
    #expect(try await !scene.accounts().takesClientIDURLs(try Example.provider()))
  }

  @Test("a client without a provider is for every server, and at one of them it is that server's")
  func anyServer() throws {
    let url = "https://app.example/client.json"
    let client = try RegisteredClient(name: "me", provider: ProviderName(url), client: Client(id: ClientID(url)))
    #expect(client.isForAnyServer && RegisteredClient(exposedJSON: client.exposedJSON) == client)
    let provider = try Provider(issuer: "https://as.example")
    let there = client.at(provider, for: "https://api.example/mcp")
    #expect(!there.isForAnyServer && there.provider == provider.name && there.isFor(provider))
    #expect(there.client == client.client && there.madeFor == "https://api.example/mcp")
    // A client at the server of that URL is none for every server.
    let other = try RegisteredClient(name: "x", provider: ProviderName(url), client: Client(id: "x"))
    #expect(!other.isForAnyServer)
  }

  @Test("a client that a server registered under the server's own URL is no client for other servers")
  func registeredUnderItsURL() throws {
    let server = try Provider(issuer: "https://as.example")
    let client = try RegisteredClient(
      name: "mcp", provider: server.name, client: Client(id: ClientID(server.name.text)),
      secretOrigins: server.secretOrigins, apiPlaces: server.apiPlaces)
    #expect(!client.isForAnyServer)
    let saved = try #require(RegisteredClient(exposedJSON: client.exposedJSON))
    #expect(!saved.isForAnyServer && saved.secretOrigins == server.secretOrigins)
    // What the user saved without a provider is not bound to one, also where that has its URL.
    let own = try RegisteredClient(name: "me", provider: server.name, client: client.client)
    #expect(own.isForAnyServer && own.bound(to: server) == nil)
  }
}
