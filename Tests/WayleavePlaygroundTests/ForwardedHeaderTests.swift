import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 9700 §4.13: headers that a proxy would add are believed from no one")
struct ForwardedHeaderTests {
  private static let names = [
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Prefix",
    "X-Original-Host", "X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Client-Cert", "X-HTTP-Method-Override",
  ]

  private func adorned(_ request: RequestMessage, with value: String) throws -> RequestMessage {
    var request = request
    for name in Self.names { request.head.headerFields[try #require(HTTPField.Name(name))] = value }
    return request
  }

  /// Each visit without a cookie gets a token of its own for the forms.
  private func withoutFormToken(_ page: ResponseMessage) -> String {
    page.text.replacing(/name="csrf" value="[^"]+"/, with: "")
  }

  @Test(
    "9700-15: the playground answers the same, whatever X-Forwarded-* says of host, scheme, path or method",
    arguments: ["evil.example", "https", "host=evil.example;proto=https", "/oauth2/authorize", "DELETE"])
  func answers(value: String) async throws {
    try await TestPlayground.withTollgate { playground in
      let metadata = try WellKnownAddress.authorizationServer(of: playground.tollgate.issuer)
      for address in [metadata, try AbsoluteURL(playground.base + "/")] {
        let plain = RequestMessage(.get, to: address)
        let expected = try await playground.visitor.send(plain)
        let answer = try await playground.visitor.send(try adorned(plain, with: value))
        #expect(answer.status == 200 && withoutFormToken(answer) == withoutFormToken(expected))
      }
    }
  }

  @Test("9700-15: a proof is for the address that was asked, not for the one that a header names")
  func proof() async throws {
    try await TestPlayground.withTollgate { playground in
      let endpoint = playground.tollgate.tokenEndpoint
      let foreign = try Endpoint("https://evil.example\(endpoint.url.path)")
      let client = try TollgateTestClient.service.client()
      let dpop = try #require(HTTPField.Name("DPoP"))
      let key = try DPoPKey(.generate(for: .es256))
      var random = SystemRandomNumberGenerator()
      func answer(verifiedFor endpointOfProof: Endpoint, nonce: String?) async throws -> ResponseMessage {
        var elsewhere = RequestMessage(.post, to: endpointOfProof.url)
        try elsewhere.prove(key, nonce: nonce, at: playground.clock.now, using: &random)
        var request = try ClientCredentialsGrant(access: .init(scopes: ["notes.read"])).request(
          to: endpoint, as: client)
        request.head.headerFields[dpop] = elsewhere.head.headerFields[dpop]
        return try await playground.visitor.send(try adorned(request, with: "evil.example"))
      }
      let demand = try await answer(verifiedFor: endpoint, nonce: nil)
      let nonce = demand.head.headerFields[try #require(HTTPField.Name("DPoP-Nonce"))]
      for (verified, expected) in [(foreign, 400), (endpoint, 200)] {
        let answer = try await answer(verifiedFor: verified, nonce: nonce)
        #expect(answer.status == expected)
        let error = try JSON(decoding: answer.body)["error"]?.string
        #expect(error == (expected == 200 ? nil : "invalid_dpop_proof"))
      }
    }
  }
}
