import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9449 §7 and §9: bound tokens at an API")
struct BoundSessionTests {
  @Test("§7.1: the token goes as DPoP with a proof for this request and this token, another for each request")
  func proof() async throws {
    let (scene, session, key, gate) = try await bound()
    for url in ["https://api.example/v1?q=1", "https://api.example/v2"] {
      #expect(try await session.get(url).status == 200)
    }
    #expect(scene.server.requests.map { $0.head.headerFields[.authorization] } == Array(repeating: token, count: 2))
    #expect(gate.passed.map(\.address) == ["https://api.example/v1", "https://api.example/v2"])
    #expect(gate.passed.allSatisfy { $0.keyThumbprint == key.thumbprint && $0.method == "GET" && $0.tokenHash != nil })
  }

  @Test("157: a token that is bound never goes as Bearer, not even when its key is lost: nothing is sent")
  func keyLost() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    let held = try #require(try await scene.credentials.load(account))
    var (stored, revision) = (held.stored, held.revision)
    for (type, expected) in [
      ("DPoP", .signInNeeded), ("dpop", .signInNeeded), ("mac", .bindingMismatch),
    ] as [(String, OAuthError.Code)] {
      stored.credential = .oauth2(.init(accessToken: Secret("canary-access-0"), tokenType: type))
      revision = try #require(try await scene.credentials.replace(account, with: stored, expecting: revision))
      let session = scene.accounts().session(for: account)
      #expect(await code { _ = try await session.get("https://api.example/") } == expected)
    }
    #expect(scene.server.requests.isEmpty)
    stored.credential = .oauth2(.init(accessToken: Secret("canary-access-0"), tokenType: "bearer"))
    try await scene.credentials.replace(account, with: stored, expecting: revision)
    #expect(try await scene.accounts().session(for: account).get("https://api.example/").status == 200)
  }

  @Test("a provider that has tokens in the query gets bound ones in the header, and its parameters all the same")
  func dialect() async throws {
    let provider = try Example.provider(
      dialect: OAuth2Dialect {
        $0.api.tokenPlacement = .query("oauth_token")
        $0.api.parameters = ["v": "2"]
      })
    let (scene, session, _, _) = try await bound(provider: provider)
    #expect(try await session.get("https://api.example/x?a=b").status == 200)
    let request = try #require(scene.server.requests.first)
    #expect(request.head.path == "/x?a=b&v=2" && request.head.headerFields[.authorization] == token)
  }

  @Test("a request that carries a token of its own is refused")
  func ownToken() async throws {
    let (scene, session, _, _) = try await bound()
    var request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/"))
    request.head.headerFields[.authorization] = "Bearer canary-access-0"
    let asked = request
    #expect(await code { _ = try await session.send(asked) } == .duplicateParameter)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("§9: a demand for a nonce is met once; the nonce is kept for its origin and its part, and for no other")
  func nonce() async throws {
    let (scene, session, _, gate) = try await bound(nonces: ["api-nonce"])
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(try await session.get("https://api.example/y").status == 200)
    #expect(scene.server.paths == ["/x", "/x", "/y"])
    #expect(gate.passed.map(\.nonce) == ["api-nonce", "api-nonce"])
    // The authorization server, even at the same origin, has nonces of its own.
    let nonces = session.accounts.exchange.servers.current
    #expect(nonces.nonce(for: try Origin("https://api.example"), as: .resourceServer) == "api-nonce")
    #expect(nonces.nonce(for: try Origin("https://api.example"), as: .authorizationServer) == nil)
    #expect(nonces.nonce(for: try Origin("https://as.example"), as: .resourceServer) == nil)
  }

  @Test(
    "§9, 155: an API that demands a nonce for ever is asked three times, causes no refresh, and the caller has its 401")
  func nonceForEver() async throws {
    let (scene, session, _, _) = try await bound()
    let count = Lock(0)
    scene.server.setFault { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return try DPoPNonceDemand("nonce-\(number)", as: .resourceServer).response()
    }
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/x", "/x", "/x"])
  }

  @Test("§8.2: a nonce that comes with a good answer is used in the next request")
  func nonceWithAnswer() async throws {
    let (scene, session, _, gate) = try await bound()
    scene.server.setFault { request in
      if let refusal = gate.refusal(of: request, token: Secret("canary-access-0")) { return refusal }
      var answer = ResponseMessage(.ok, json: [:])
      HTTPField.Name("DPoP-Nonce").map { answer.head.headerFields[$0] = "given" }
      return answer
    }
    for _ in 1...2 { _ = try await session.get("https://api.example/x") }
    #expect(gate.passed.map(\.nonce) == [nil, "given"])
  }

  @Test(
    "102: a proof that is refused for its time is made again once, by the API's clock, up to a day away",
    arguments: [(7200, 200, 2), (-7200, 200, 2), (90000, 401, 1)] as [(Int64, Int, Int)])
  func clock(difference: Int64, status: Int, requests: Int) async throws {
    let (scene, session, _, gate) = try await bound(refreshToken: nil)
    gate.state.withLock { $0.now = Example.now + difference }
    scene.server.setDate(Example.now + difference)
    #expect(try await session.get("https://api.example/x").status == status)
    #expect(scene.server.requests.count == requests)
  }

  @Test("102: an API whose Date is wrong and whose clock is right is shown the right time, whatever else it refuses")
  func wrongDate() async throws {
    let (scene, session, _, gate) = try await bound(refreshToken: nil)
    scene.server.setDate(Example.now + 7200)
    for _ in 1...2 { #expect(try await session.get("https://api.example/x").status == 200) }
    #expect(scene.server.requests.count == 2)
    // It refuses a proof for another reason: its time is tried once, in vain, and forgotten.
    scene.server.answer("/x", with: ResourceChallenge(.invalidProof, type: .dpop).response())
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.requests.count == 4)
    scene.server.setFault { gate.refusal(of: $0, token: Secret("canary-access-0")) }
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(scene.server.requests.count == 5)
  }

  @Test("102: a clock that was corrected stays so")
  func staysCorrected() async throws {
    let (scene, session, _, gate) = try await bound(refreshToken: nil)
    gate.state.withLock { $0.now = Example.now + 7200 }
    scene.server.setDate(Example.now + 7200)
    for _ in 1...3 { #expect(try await session.get("https://api.example/x").status == 200) }
    #expect(scene.server.requests.count == 4)
  }

  @Test("a proof that is refused at the right time causes neither another nor a refresh")
  func refusedProof() async throws {
    let (scene, session, _, _) = try await bound()
    scene.server.answer("/x", with: ResourceChallenge(.invalidProof, type: .dpop).response())
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/x"])
  }

  @Test("a redirect to the same origin gets a new proof for its URL; to a foreign one neither token nor proof goes")
  func redirect() async throws {
    let (scene, session, _, gate) = try await bound()
    for (location, isVerified) in [("/end", true), ("https://cdn.example/end", false)] {
      scene.server.setFault { request in
        guard request.head.authority == "api.example" else { return ResponseMessage(.ok, json: [:]) }
        if let refusal = gate.refusal(of: request, token: Secret("canary-access-0")) { return refusal }
        guard request.pathWithoutQuery == "/start" else { return nil }
        var answer = ResponseMessage(HTTPResponse(status: .found))
        answer.head.headerFields[.location] = location
        return answer
      }
      #expect(try await session.get("https://api.example/start").status == 200)
      let last = try #require(scene.server.requests.last)
      #expect((last.head.headerFields[.authorization] == token) == isVerified)
      #expect(last.proofs.isEmpty == !isVerified)
    }
    #expect(gate.passed.map(\.address).contains("https://api.example/end"))
  }

  @Test("6750-6: after a 401 the token is refreshed with a proof, and the new one goes with a proof for it")
  func after401() async throws {
    let (scene, session, key, _) = try await bound()
    let gates = (ProofGate(.authorizationServer, nonces: ["as"]), ProofGate(.resourceServer, nonces: ["api"]))
    scene.server.state.withLock { $0.tokenType = "DPoP" }
    scene.server.setFault { [server = scene.server] request in
      guard request.pathWithoutQuery != "/token" else { return gates.0.refusal(of: request) }
      guard request.head.headerFields[.authorization] != self.token else {
        return ResourceChallenge(.invalidToken, type: .dpop).response()
      }
      return gates.1.refusal(of: request, token: Secret(server.state.withLock(\.accessToken)))
    }
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(scene.server.paths == ["/x", "/token", "/token", "/x", "/x"])
    #expect((gates.0.passed + gates.1.passed).map(\.keyThumbprint) == [key.thumbprint, key.thumbprint])
  }

  @Test("who the user is, is asked with a proof too")
  func identity() async throws {
    let (scene, session, _, gate) = try await bound(nonces: ["api-nonce"])
    scene.server.setFault { request in
      gate.refusal(of: request, token: Secret("canary-access-0"))
    }
    #expect(try await session.accounts.check(session.account).get())
    #expect(gate.passed.map(\.address) == ["https://api.example/me"])
  }

  private let token = "DPoP canary-access-0"

  /// A session with a bound credential, and an API that takes it only with a proof.
  private func bound(
    nonces: Set<String>? = nil, refreshToken: String? = "canary-refresh-0", provider: Provider? = nil
  ) async throws -> (Scene, AuthorizedSession, DPoPKey, ProofGate) {
    let scene = Scene()
    let key = try DPoPKey.generate()
    let gate = ProofGate(.resourceServer, nonces: nonces)
    scene.server.setFault { gate.refusal(of: $0, token: Secret("canary-access-0")) }
    let account = try await scene.hold(
      expiresIn: 3600, refreshToken: refreshToken, provider: provider, proofKey: key)
    return (scene, scene.accounts().session(for: account), key, gate)
  }
}
