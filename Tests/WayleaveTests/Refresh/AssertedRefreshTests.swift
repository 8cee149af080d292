import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 7523 §3: a client that signs makes a new assertion for each request to the authorization server")
struct AssertedRefreshTests {
  @Test(
    "a refresh, by key and by secret: the audience is the issuer, and no other credential goes along",
    arguments: [ClientAuthenticationMethod.privateKeyJWT, .secretJWT])
  func refresh(method: ClientAuthenticationMethod) async throws {
    let scene = Scene()
    let (client, keys) = try client(method)
    let account = try await scene.hold(client: client)
    for _ in 1...2 { _ = try await scene.accounts().fresh(account, forcing: true) }
    let verified = try scene.server.requests.map { try proof(of: $0, by: keys) }
    #expect(Set(verified.map(\.tokenID)).count == 2)
    #expect(verified.allSatisfy { $0.subject == "reader" && $0.issuer == "reader" })
    for request in scene.server.requests {
      #expect(request.head.headerFields[.authorization] == nil)
      #expect(try request.bodyForm.text(of: "client_secret") == nil)
    }
  }

  @Test("a revocation asserts the client for each of its tokens")
  func revocation() async throws {
    let scene = Scene()
    let (client, keys) = try client(.privateKeyJWT)
    let account = try await scene.hold(client: client)
    #expect(try await scene.accounts().signOut(account).revocation == .revoked)
    #expect(scene.server.paths == ["/revoke", "/revoke"])
    #expect(Set(try scene.server.requests.map { try proof(of: $0, by: keys).tokenID }).count == 2)
  }

  @Test(
    "§3, number 3: the audience is the configured issuer, without one the token endpoint, or what the entry says",
    arguments: [
      ("https://as.example", nil, "https://as.example"), (nil, nil, "https://as.example/token"),
      ("https://as.example", "https://as.example/token", "https://as.example/token"),
      (nil, "urn:as", "urn:as"),
    ] as [(String?, String?, String)])
  func audience(issuer: String?, dialect: String?, expected: String) async throws {
    let scene = Scene()
    let (client, keys) = try client(.privateKeyJWT)
    let provider = try Example.provider {
      $0.issuer = issuer.map(Issuer.init)
      $0.dialect.request.assertionAudience = dialect
    }
    let account = try await scene.hold(provider: provider, client: client)
    _ = try await scene.accounts().fresh(account)
    let request = try #require(scene.server.requests.first)
    _ = try proof(of: request, by: keys, audience: Issuer(expected))
    #expect(refusal { try proof(of: request, by: keys, audience: "https://other.example") } == .clientRefused)
  }

  @Test("102, FAPI-11: an assertion that is refused for its time is made again once, by the server's clock")
  func clock() async throws {
    let scene = Scene()
    let (client, keys) = try client(.privateKeyJWT)
    let account = try await scene.hold(client: client)
    scene.server.setDate(Example.now + 7200)
    scene.server.setFault { request in
      let assertion = try ClientCredentials(reading: request).assertion
      let verified = try? assertion?.proof(
        by: keys, allowing: [.es256], to: "https://as.example", at: Example.now + 7200)
      return verified == nil ? TokenErrorResponse("invalid_client").response() : nil
    }
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
    #expect(scene.server.requests.count == 2)
  }

  @Test(
    "a client that is refused at the right time is refused; one with a secret is not asked twice for the time",
    arguments: [true, false])
  func refused(asserts: Bool) async throws {
    let scene = Scene()
    let account = try await scene.hold(client: asserts ? try client(.privateKeyJWT).0 : nil)
    scene.server.setDate(asserts ? Example.now : Example.now + 7200)
    scene.server.setFault { _ in TokenErrorResponse("invalid_client").response() }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .clientRefused)
    #expect(scene.server.requests.count == 1)
  }

  @Test("a server that repeats the assertion in its refusal has it blotted out")
  func echo() async throws {
    let scene = Scene()
    let account = try await scene.hold(client: try client(.privateKeyJWT).0)
    scene.server.setFault { request in
      let assertion = try request.bodyForm.text(of: "client_assertion") ?? ""
      return TokenErrorResponse("invalid_request", description: "no use for \(assertion)").response()
    }
    let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    // The text was too long, and what was cut off stood in the secret.
    #expect(error?.refusal?.description?.hasPrefix("no use for <secret>") == true)
    #expect(error?.refusal?.description?.contains("eyJ") == false)
  }

  private func client(_ method: ClientAuthenticationMethod) throws -> (Client, JSONWebKeySet) {
    if method == .secretJWT {
      let secret = Secret("canary-secret-of-thirty-two-bytes-and-more")
      return (
        try Client(id: "reader", secret: secret, authentication: .secretJWT),
        try JSONWebKeySet([JSONWebKey(sharedSecret: secret)])
      )
    }
    let key = try JSONWebKey.generate(for: .es256)
    return (try Client(id: "reader", key: key), try JSONWebKeySet([try #require(key.publicKey)]))
  }

  @discardableResult
  private func proof(
    of request: RequestMessage, by keys: JSONWebKeySet, audience: Issuer = "https://as.example"
  ) throws -> VerifiedAssertion {
    let assertion = try #require(try ClientCredentials(reading: request).assertion)
    return try assertion.proof(by: keys, allowing: [.es256, .hs256], to: audience, at: Example.now)
  }
}
