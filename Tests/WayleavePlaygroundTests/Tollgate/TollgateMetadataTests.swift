import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleavePlayground
import WayleaveWire

@Suite("RFC 8414 §3 and OpenID Connect Discovery §4: Tollgate says what it is")
struct TollgateMetadataTests {
  @Test func `both well-known addresses of an issuer with a path have the same document`() async throws {
    try await TestPlayground.withTollgate { playground in
      let issuer = playground.tollgate.issuer
      let addresses = [
        try WellKnownAddress.authorizationServer(of: issuer), try WellKnownAddress.openIDConfiguration(of: issuer),
      ]
      for address in addresses {
        let metadata = try AuthorizationServerMetadata(
          reading: try await playground.visitor.open(address.text), for: issuer)
        #expect(metadata.tokenEndpoint == playground.tollgate.tokenEndpoint)
        #expect(metadata.authorizationEndpoint == playground.tollgate.authorizationEndpoint)
        #expect(metadata.sendsIssuerInCallback && metadata.supportsS256 == true)
        #expect(metadata.dpopAlgorithms?.contains(.es256) == true)
        #expect(metadata.takesRequestObjects && !metadata.requiresPushedRequests)
        #expect(
          metadata.raw["response_modes_supported"] == ["query", "form_post", "jwt", "query.jwt", "form_post.jwt"])
        #expect(metadata.idTokenAlgorithms == ["RS256", "ES256"])
        #expect(
          metadata.clientAuthenticationMethods == [.publicClient, .basic, .post, .secretJWT, .privateKeyJWT])
        for name in EndpointName.allCases where name != .backchannelAuthentication {
          #expect(metadata.endpoints[name]?.origin == playground.tollgate.tokenEndpoint.origin, "\(name)")
        }
      }
      let misread = try await playground.visitor.open(
        playground.base + "/tollgate/.well-known/oauth-authorization-server")
      #expect(misread.status == 404)
    }
  }

  @Test func `what the server demands, it says`() async throws {
    try await TestPlayground.withTollgate({ $0.tollgate.requiresPushedRequests = true }) { playground in
      let issuer = playground.tollgate.issuer
      let answer = try await playground.visitor.open(try WellKnownAddress.authorizationServer(of: issuer).text)
      #expect(try AuthorizationServerMetadata(reading: answer, for: issuer).requiresPushedRequests)
    }
  }

  @Test func `RFC 9728 §3: each API names itself and the issuer, at the address that its challenge names`() async throws
  {
    try await TestPlayground.withTollgate { playground in
      for endpoint in [playground.tollgate.notesEndpoint, playground.tollgate.vaultEndpoint] {
        let refused = try await playground.visitor.open(endpoint.url.text)
        #expect(refused.status == 401)
        let address = try #require(ProtectedResourceMetadata.address(in: refused, to: endpoint.url))
        let metadata = try ProtectedResourceMetadata(
          reading: try await playground.visitor.open(address.text), for: endpoint.url)
        #expect(metadata.names(issuer: Issuer(playground.tollgate.issuer)) && !metadata.requiresDPoP)
      }
    }
  }

  @Test func `a key signs for a day and stays published for another`() async throws {
    try await TestPlayground.withTollgate({ $0.tollgate.keyLifetime = .seconds(1000) }) { playground in
      let first = try await playground.tollgateKeys().keys.map(\.keyID)
      #expect(first.count == 2)
      playground.clock.advance(by: 999)
      #expect(try await playground.tollgateKeys().keys.map(\.keyID) == first)
      playground.clock.advance(by: 1)
      let second = try await playground.tollgateKeys().keys.map(\.keyID)
      #expect(second.count == 4 && Set(second).isSuperset(of: first))
      playground.clock.advance(by: 1000)
      let third = try await playground.tollgateKeys().keys.map(\.keyID)
      #expect(third.count == 4 && Set(third).isDisjoint(with: first) && !Set(third).isDisjoint(with: second))
    }
  }
}
