import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveResourceServer
import WayleaveTestSupport
import WayleaveWire

@Suite(
  "An API between programs that others wrote: Authlib issues, the MCP SDK calls", .enabled(if: TestsFolder.hasPeers))
struct ResourcePeerTests {
  private let issuer: ExampleIssuer
  private let api: ProtectedResource

  init() throws {
    issuer = try ExampleIssuer()
    // By the clock of the machine, as the peers have it.
    api = try ProtectedResource(
      AbsoluteURL(ExampleIssuer.api), trusting: [TrustedIssuer(issuer.url)], over: issuer)
  }

  private func ask(_ task: JSON) throws -> JSON {
    try #require(try PythonPeer.answers(of: "oauth2/protected_resource.py", to: [task]).first)
  }

  private func token(for audience: String) throws -> Secret {
    let key = try JSON(decoding: issuer.key.exposedJSON.exposedBytes)
    let answer = try ask([
      "do": "mint", "key": key, "issuer": .string(issuer.url.text), "audience": .string(audience),
    ])
    return Secret(try #require(answer.string))
  }

  @Test("RFC 9068 §4: a token of Authlib's opens the API that it is for, and no other")
  func authlib() async throws {
    let caller = try await api.check(request(token(for: ExampleIssuer.api)), scopes: ["notes.read", "notes.write"])
    #expect(caller.subject == "ravi" && caller.clientID == "app" && caller.claims["acr"] == "silver")
    let other = try token(for: "https://other.example")
    #expect(await api.refusal(of: request(other))?.summary == "401 invalid_token access_token.audience")
  }

  @Test("RFC 9728 §5.1: the MCP SDK reads in a refusal where the metadata is, and in the metadata who issues tokens")
  func mcp() async throws {
    let refused = try #require(await api.refusal(of: request(nil), demanding: AccessDemand(scopes: ["notes.read"])))
    let fields = refused.response.headerFields[values: .wwwAuthenticate]
    let answer = try ask([
      "do": "read", "status": JSON(Int64(refused.response.status.code)), "fields": JSON(fields),
      "metadata": .object(api.metadata.raw),
    ])
    #expect(answer["scope"] == "notes.read" && answer["resource"]?.string == ExampleIssuer.api)
    #expect(
      answer["resource_metadata"] == "https://api.example/.well-known/oauth-protected-resource/notes")
    #expect(answer["servers"] == ["https://as.example"])
  }
}
