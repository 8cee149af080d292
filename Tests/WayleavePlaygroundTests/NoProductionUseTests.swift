import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("attacks 259 and 260: a playground is of no use in production")
struct NoProductionUseTests {
  @Test func `259: it is bound to 127.0.0.1 and to no other address of this machine`() async throws {
    let listener = try await Listener.open(try Tenants(configuration: PlaygroundConfiguration()), at: 0)
    let base = "http://127.0.0.1:\(listener.port)"
    let front = try? await Visitor(base: base).open(base + "/")
    await listener.close()
    #expect(listener.host == "127.0.0.1" && front?.status == 200)
  }

  @Test func `260: its tokens name an issuer on this machine, and a key that says what it is`() async throws {
    try await TestPlayground.withTollgate { playground in
      let text = try #require(try await playground.tollgateTokens().idToken)
      let signature = try JSONWebSignature(compact: text.exposedBytes)
      #expect(signature.header.keyID?.hasPrefix("playground-") == true)
      let keys = try await playground.tollgateKeys()
      let claims = try JSONWebTokenClaims(decoding: try signature.payload(verifiedBy: keys, allowing: [.rs256]))
      #expect(claims.issuer?.hasPrefix("http://127.0.0.1:") == true)
      #expect(keys.keys.allSatisfy { $0.keyID?.hasPrefix("playground-") == true })
    }
  }

  @Test func `260: two playgrounds have different keys of different names`() async throws {
    let first = try await TestPlayground.withTollgate { try await $0.tollgateKeys().keys.compactMap(\.keyID) }
    let second = try await TestPlayground.withTollgate { try await $0.tollgateKeys().keys.compactMap(\.keyID) }
    #expect(first.count == 2 && Set(first).isDisjoint(with: second))
  }

  @Test func `260: nothing outlives it: a second one at the same port knows no token of the first`() async throws {
    let (port, tokens) = try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 200)
      return (playground.running.port, tokens)
    }
    try await TestPlayground.withTollgate({ $0.port = UInt16(port) }) { playground in
      let answer = try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken)
      #expect(answer.status == 401 && answer.challengeError == "invalid_token")
      #expect(try await playground.refreshTollgate(tokens.refreshToken).oauthError == "invalid_grant")
    }
  }
}
