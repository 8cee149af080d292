import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("195: nothing leaks. No secret is in any event or error")
struct CanaryTests {
  @Test("a sign-in that succeeds, by either protocol")
  func signIn() async throws {
    for provider in [try Example.provider(), try Example.oauth1()] {
      let scene = Scene()
      let agent = ScriptedSource { [server = scene.server] url, verdict in
        _ = await verdict("http://127.0.0.1:7777/cb?code=canary-stolen&state=canary-other")
        _ = await verdict("http://127.0.0.1:7777/cb?access_token=canary-token#canary-fragment")
        _ = await verdict(try server.allow(url))
      }
      _ = try await scene.accounts(callbackSource: agent).signIn(to: provider, as: try Example.client())
      #expect(scene.events.count > 8)
      try expectNoCanary(in: scene)
    }
  }

  @Test("state, verifier and nonce are in no event")
  func state() async throws {
    let scene = Scene()
    let shown = Lock<AuthorizationRequest?>(nil)
    let agent = ScriptedSource { [server = scene.server] url, verdict in
      let request = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
      shown.withLock { $0 = request }
      _ = await verdict(try server.allow(url))
    }
    _ = try await scene.accounts(callbackSource: agent)
      .signIn(to: try Example.provider(), as: try Example.client(), options: .init(scopes: ["openid"]))
    let request = try #require(shown.withLock { $0 })
    let exchange = try #require(scene.server.requests.first)
    let verifier = try #require(try AuthorizationCodeGrant(reading: exchange.bodyForm).verifier)
    let nonce = try #require(try request.additional.text(of: "nonce"))
    for secret in [try #require(request.state).exposedText, verifier.secret.exposedText, nonce] {
      #expect(scene.events.allSatisfy { !"\($0)".contains(secret) })
    }
  }

  @Test(
    "a refresh and a request that fail, in every way",
    arguments: [
      ResponseMessage(.badRequest, json: ["error": "invalid_grant"]), ResponseMessage(.unauthorized, json: [:]),
      ResponseMessage(.ok, json: ["access_token": "canary-new", "token_type": "mac"]),
      ResponseMessage(.ok, json: ["access_token": 7, "refresh_token": "canary-new"]),
      ResponseMessage(HTTPResponse(status: .ok), body: Array("access_token=canary-new".utf8)),
      ResponseMessage(HTTPResponse(status: .internalServerError), body: Array("canary-trace".utf8)),
    ])
  func refresh(answer: ResponseMessage) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.answer("/token", with: answer)
    let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    try expectNoCanary(in: scene, and: error)
  }

  @Test(
    "a sign-in whose exchange is refused, malformed or lost",
    arguments: [
      ResponseMessage(.badRequest, json: ["error": "invalid_grant"]),
      ResponseMessage(.ok, json: ["access_token": "canary-new", "token_type": "mac"]),
      ResponseMessage(.ok, json: ["access_token": ["canary-new"]]), nil,
    ])
  func exchange(answer: ResponseMessage?) async throws {
    for provider in [try Example.provider(), try Example.oauth1()] {
      let scene = Scene()
      scene.server.setFault { request in
        guard request.pathWithoutQuery.hasPrefix("/token") else { return nil }
        guard let answer else { throw TransportFailure.answerLost("reset") }
        return answer
      }
      let accounts = scene.accounts(callbackSource: scene.allowing)
      let error = await #expect(throws: OAuthError.self) {
        try await accounts.signIn(to: provider, as: try Example.client())
      }
      try expectNoCanary(in: scene, and: error)
    }
  }

  @Test("a provider that repeats what a request carried, in its refusal", arguments: ["form", "basic"])
  func echo(method: String) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { request in
      guard request.pathWithoutQuery.hasPrefix("/token") else { return nil }
      let said = String(decoding: request.body, as: UTF8.self) + (request.head.headerFields[.authorization] ?? "")
      let repeated = method == "form" ? said : "refused \(said)"
      return TokenErrorResponse(method == "form" ? "invalid_grant" : repeated, description: repeated).response()
    }
    let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    #expect(error?.refusal?.description?.contains("<secret>") == true)
    try expectNoCanary(in: scene, and: error)
    #expect(try await scene.accounts().stored(account)?.endedBecause?.contains("canary") != true)
  }

  @Test(
    "a provider that repeats a Basic credential, the secret in it or a proof in its refusal",
    arguments: ["credential", "secret", "proof"])
  func repeatedPart(part: String) async throws {
    let scene = Scene()
    let account = try await scene.hold(proofKey: try DPoPKey.generate())
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      let credential = String((request.head.headerFields[.authorization] ?? "").dropFirst("Basic ".count))
      let said = ["credential": credential, "secret": "canary-client-secret", "proof": request.proofs.first ?? ""]
      return TokenErrorResponse("invalid_request", description: "no: \(said[part] ?? "")").response()
    }
    let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    // A proof is longer than what is shown: the text is cut behind it.
    #expect(error?.refusal?.description?.hasPrefix("no: <secret>") == true)
    try expectNoCanary(in: scene, and: error)
  }

  @Test(
    "195, 105: an API that repeats the access token, in each place of its refusal that is read",
    arguments: ["description", "json", "scope", "acr_values"])
  func echoingAPI(place: String) async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: nil, refreshToken: nil)
    scene.server.setFault { request in
      let token = String((request.head.headerFields[.authorization] ?? "").dropFirst("Bearer ".count))
      let words = "The token \(token) is expired"
      return switch place {
      case "json":
        ResponseMessage(.unauthorized, json: ["error": "invalid_token", "error_description": .string(words)])
      case "scope": ResourceChallenge(.insufficientScope, scopes: ["pay", token]).response()
      case "acr_values":
        ResourceChallenge(.insufficientUserAuthentication, authenticationContextClasses: ["gold", token]).response()
      default: ResourceChallenge(.invalidToken, description: words).response()
      }
    }
    let session = scene.accounts().session(for: account)
    let error = await #expect(throws: OAuthError.self) { try await session.get("https://api.example/x") }
    try expectNoCanary(in: scene, and: error)
    #expect(error?.refusal != nil && !"\(String(describing: error?.refusal))".contains("canary"))
    // What is known and holds no secret is still said.
    #expect((error?.refusal?.demand?.scopes ?? []) == (place == "scope" ? ["pay"] : []))
    #expect((error?.refusal?.demand?.authenticationContextClasses ?? []) == (place == "acr_values" ? ["gold"] : []))
    let ended = try await scene.accounts().stored(account)?.endedBecause
    #expect((ended?.contains("<secret>") ?? false) == ["description", "json"].contains(place))
    #expect(ended?.contains("canary") != true)
  }

  @Test("195: an API of OAuth 1.0a that repeats the header, in which PLAINTEXT has both secrets")
  func echoingSignedAPI() async throws {
    let scene = Scene()
    let account = try await scene.holdOAuth1()
    var provider = try Example.oauth1()
    guard case .oauth1(var service) = provider.service else { return }
    service.dialect.signatureMethod = .plaintext
    provider.service = .oauth1(service)
    let registration = Registration(provider: provider, client: try Example.client())
    scene.server.setFault { request in
      ResponseMessage(
        .unauthorized,
        form: [
          "oauth_problem": "token_rejected", "oauth_problem_advice": request.head.headerFields[.authorization] ?? "",
        ])
    }
    let session = scene.accounts(registration: { _ in registration }).session(for: account)
    let error = await #expect(throws: OAuthError.self) { try await session.get("https://api.example/x") }
    try expectNoCanary(in: scene, and: error)
    #expect(error?.code == .signInNeeded && !"\(String(describing: error?.refusal))".contains("canary"))
    let ended = try await scene.accounts().stored(account)?.endedBecause
    #expect(ended != nil && ended?.contains("canary") != true)
  }

  @Test("an API that repeats the access token as the type of its answer, when it is asked who the user is")
  func echoingIdentity() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/me" else { return nil }
      var answer = ResponseMessage(HTTPResponse(status: .ok), body: Array("{}".utf8))
      answer.head.headerFields[.contentType] =
        "text/" + (request.head.headerFields[.authorization] ?? "").dropFirst("Bearer ".count)
      return answer
    }
    guard case .failure(let error) = await scene.accounts().check(account) else {
      Issue.record("no failure")
      return
    }
    try expectNoCanary(in: scene, and: error)
  }

  @Test("a network that fails on an address with secrets in it")
  func network() async throws {
    for failure in [
      TransportFailure.notSent("down"), .answerLost("reset"), .timedOut(wasSent: true), .tooLarge(maximum: 9),
    ] {
      let scene = Scene()
      scene.server.setFault { _ in throw failure }
      let account = try await scene.hold(expiresIn: nil, provider: .foursquare)
      let session = scene.accounts().session(for: account)
      let error = await #expect(throws: OAuthError.self) {
        try await session.get("https://api.foursquare.com/v2/x?secret=canary-mine")
      }
      try expectNoCanary(in: scene, and: error)
    }
  }

  @Test("a request to a foreign origin with secrets in it, and a credential as such")
  func foreign() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    let error = await #expect(throws: OAuthError.self) {
      try await scene.accounts().session(for: account).get("https://evil.example/?token=canary-mine")
    }
    try expectNoCanary(in: scene, and: error)
    let stored = try #require(try await scene.accounts().stored(account))
    #expect(!"\(stored)".contains("canary") && !String(reflecting: stored).contains("canary"))
  }

  @Test("the key that tokens are bound to, its proofs, and a token that is shown for another")
  func boundAndDirect() async throws {
    let scene = Scene()
    let key = try DPoPKey.generate()
    let account = try await scene.hold(expiresIn: 3600, proofKey: key)
    let written = try #require(key.key).exposedJSON
    let members = try #require(try JSON(decoding: written.exposedBytes).object)
    let hidden = try #require(members["d"]?.string)
    scene.server.setFault { request in
      let said = (request.proofs + [String(decoding: request.body, as: UTF8.self)]).joined(separator: " ")
      return TokenErrorResponse("invalid_request", description: said).response()
    }
    let accounts = scene.accounts()
    var errors = [await #expect(throws: OAuthError.self) { try await accounts.fresh(account, forcing: true) }]
    let grant = DirectGrant.tokenExchange(.init(subject: .init(Secret("canary-subject"), type: .accessToken)))
    let (provider, client) = (try Example.provider(), try Example.client())
    errors.append(
      await #expect(throws: OAuthError.self) { try await accounts.tokens(by: grant, of: provider, as: client) })
    let session = accounts.session(for: account)
    scene.server.setFault { _ in ResourceChallenge(.insufficientUserAuthentication, type: .dpop).response() }
    errors.append(await #expect(throws: OAuthError.self) { try await session.get("https://api.example/x") })
    let stored = try #require(try await accounts.stored(account))
    let proofs = scene.server.requests.flatMap(\.proofs)
    #expect(proofs.count == 2)
    for text in [stored as Any, scene.events, errors, key, grant, session].flatMap({
      ["\($0)", String(reflecting: $0)]
    }) {
      #expect(!text.contains(hidden) && !text.contains("canary"))
      #expect(proofs.allSatisfy { !text.contains($0) && !text.contains($0.suffix(40)) })
    }
  }

  @Test("what a server says of itself is cleaned before it is in an event")
  func hostileContentType() async throws {
    let scene = Scene()
    var answer = ResponseMessage(HTTPResponse(status: .ok))
    answer.head.headerFields[.contentType] = "text/\u{1B}[2J" + String(repeating: "x", count: 5000)
    scene.server.answer("/x", with: answer)
    _ = try await scene.accounts().session(for: try await scene.hold(expiresIn: 3600)).get("https://api.example/x")
    #expect(scene.events.allSatisfy { !$0.detail.contains("\u{1B}") && $0.detail.utf8.count < 300 })
  }

  private func expectNoCanary(in scene: Scene, and error: OAuthError? = nil) throws {
    #expect(!scene.events.isEmpty || error != nil)
    for event in scene.events {
      #expect(!String(describing: event).contains("canary"))
      #expect(!String(reflecting: event).contains("canary"))
    }
    if let error {
      #expect(!String(describing: error).contains("canary"))
      #expect(!String(reflecting: error).contains("canary"))
    }
  }
}
